// Builds the three bundles into out/ when their sources have changed since the last build that succeeded.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandFile, projectRoot, readJson, SetupError, say } from './project.mjs';
import { lastLines, runQuietly } from './run-quietly.mjs';

const sourceFolders = ['embedded-server', 'src-main', 'src-renderer', 'src-shared'];
const sourceFiles = [
  'electron.vite.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
const builtFiles = ['main/main.js', 'preload/preload.cjs', 'renderer/index.html'];

export async function ensureBuilt(root = projectRoot) {
  const outFolder = path.join(root, 'out');
  const stampFile = path.join(outFolder, '.slipway-build.json');
  const fingerprint = sourceFingerprint(root);
  const isComplete = builtFiles.every((file) => existsSync(path.join(outFolder, file)));
  if (isComplete && readJson(stampFile)?.fingerprint === fingerprint) return;
  say('Building the app (its sources have changed since the last build).');
  rmSync(stampFile, { force: true });
  const build = await runQuietly(process.execPath, [commandFile('electron-vite', 'electron-vite'), 'build'], {
    cwd: root,
  });
  if (!build.ok) {
    throw new SetupError(
      `The app could not be built, because electron-vite failed (${build.reason}). Mend what it says and run the same command again:\n${lastLines(build.tail, 25)}`,
    );
  }
  writeFileSync(stampFile, JSON.stringify({ fingerprint }));
}

/** By content, not by time stamp: a fresh checkout or a branch that was left and come back to needs no new build. @param {string} root */
function sourceFingerprint(root) {
  const hash = createHash('sha256');
  const files = sourceFiles.map((name) => path.join(root, name));
  for (const folder of sourceFolders) files.push(...filesBelow(path.join(root, folder)));
  for (const file of files.toSorted()) {
    if (existsSync(file)) hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => path.join(folder, name)).filter((file) => statSync(file).isFile());
}
