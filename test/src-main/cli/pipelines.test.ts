// The pipelines of docs/continuous-integration.md do what they say: each of their commands, as it stands there, in a real bash against a
// real `slipway serve` that hosts servers.
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { slipwayProgram } from '../../support/bundled.ts';
import { whenEnded } from '../../support/command.ts';
import { nodeBuild } from '../../support/hosting.ts';
import { startServeProcess } from '../../support/serving.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = path.join(import.meta.dirname, '../../..');

/** What the example of this title runs, without what fetches and builds. */
async function commandsOf(title: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs/continuous-integration.md'), 'utf8');
  const yaml = text.split(`## ${title}\n`)[1]?.split('```')[1] ?? '';
  return yaml
    .split('\n')
    .map((line) => line.replace(/^\s*- (?:run: )?|^\s*run: /, ''))
    .filter((line) => line.startsWith('slipway '))
    .map((line) => line.replace('--wait-healthy 60', '--wait-healthy 1'));
}

async function startPipeline() {
  const serving = await startServeProcess({ words: [] });
  const game = await serving.createGame('tidebreak');
  const folder = await makeTempFolder('checkout');
  await mkdir(path.join(folder, 'server'));
  for (const [name, content] of Object.entries(nodeBuild())) {
    await writeFile(path.join(folder, 'server', name), content as string);
  }
  const { url, token } = serving;
  const runAll = async (commands: readonly string[], more: Record<string, string>) => {
    const script = ['set -eo pipefail', `slipway() { '${process.execPath}' '${slipwayProgram}' "$@"; }`, ...commands];
    const known = { SLIPWAY_URL: url, SLIPWAY_TOKEN: token, SLIPWAY_HOME: path.join(folder, '.slipway-home') };
    const env = { ...process.env, ...known, PWD: folder, ...more };
    const child = spawn('bash', ['-c', script.join('\n')], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return await whenEnded(child);
  };
  const written = async (file: string) => await readFile(path.join(folder, file), 'utf8');
  const running = async (name: string) => {
    const { game: now } = await serving.client.getGame({ params: { game_id: game.game_id } });
    const { version_id: id } = now.namespaces.find((one) => one.name_id === name) ?? {};
    return now.versions.find((version) => version.version_id === id)?.display_name;
  };
  return { folder, token, runAll, written, running };
}

it.skipIf(process.platform === 'win32').each([
  ['GitHub Actions', ['doctor', 'push', 'switch'], 'GITHUB_REF_NAME', 'GITHUB_STEP_SUMMARY'],
  ['GitLab CI', ['push', 'switch'], 'CI_COMMIT_TAG', 'NO_SUMMARY'],
])('%s: the build is pushed, its servers stay up, and prod runs the same version', async (title, words, tag, page) => {
  const { folder, token, runAll, written, running } = await startPipeline();
  const commands = await commandsOf(title);
  expect(commands.map((line) => line.split(' ')[1])).toEqual(words);
  const named = {
    [tag]: 'v1.4.2',
    CI_PROJECT_DIR: folder,
    GITHUB_STEP_SUMMARY: '',
    [page]: path.join(folder, 'push.md'),
  };
  const { code, stdout } = await runAll(commands, named);
  expect(code).toBe(0);
  const push = await written('push.md');
  expect(push).toContain('### ✅ staging switched to v1.4.2.');
  expect(push).toMatch(/\| Servers \| keeps 1: reachable, `\w+:\/\/\S+` \|/);
  expect([await running('staging'), await running('prod')]).toEqual(['v1.4.2', 'v1.4.2']);
  expect(stdout + push).not.toContain(token);

  // A job that fails is seen to fail.
  expect(
    (
      await runAll(
        commands.filter((line) => line.includes(' push ')),
        { ...named, SLIPWAY_TOKEN: 'x' },
      )
    ).code,
  ).toBe(1);
});
