// Runs the deploy that the README shows, to the letter, against a real service.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/setup/project.mjs';
import type { GameFull } from '../../src-shared/service/games.ts';
import { startTestService } from '../support/service.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

test.skipIf(process.platform === 'win32')(
  "the README's five steps leave a namespace running the new version",
  async () => {
    const { server, call } = await startTestService();
    const readme = await readFile(path.join(projectRoot, 'README.md'), 'utf8');
    const block = /```bash\n(.*?)```/s.exec(readme)?.[1] ?? '';
    expect(block).toContain('# 5.');

    const env = { ...process.env, URL: server.url, TOKEN: server.token, TMPDIR: await makeTempFolder() };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', block], { cwd: projectRoot, env });

    const { games } = (await call('GET', '/cloud/games')).body as { games: { game_id: string }[] };
    const { game } = (await call('GET', `/cloud/games/${games[0]?.game_id}`)).body as { game: GameFull };
    const running = game.namespaces.find((each) => each.name_id === 'prod')?.version_id;
    expect(game.versions.find((each) => each.version_id === running)?.display_name).toBe('1.0.0');
  },
);
