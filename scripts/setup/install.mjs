// Makes sure that node_modules is complete and matches the lock file, and installs it when it is not, also after an
// install that was interrupted.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isInstalledByNpm } from './npm-record.mjs';
import { isNodeFit, pinnedNodePath } from './pinned-node.mjs';
import { modulesFolder, projectRoot, readJson, SetupError, say } from './project.mjs';
import { lastLines, runQuietly } from './run-quietly.mjs';

const stampFile = path.join(modulesFolder, '.slipway-install.json');

export async function ensureInstalled() {
  const fingerprint = installFingerprint();
  if (!existsSync(stampFile) && isInstalledByNpm()) writeFileSync(stampFile, JSON.stringify({ fingerprint }));
  const missing = whatIsMissing(fingerprint);
  if (!missing) return;
  say(`Installing the packages (${missing}). This takes a minute or two.`);
  // The stamp goes first: an install that is killed halfway must not look complete afterwards.
  rmSync(stampFile, { force: true });
  await install();
  const stillMissing = whatIsMissing(fingerprint, { stampIsWritten: false });
  if (stillMissing) {
    throw new SetupError(
      `The install ended without an error, but is not complete: ${stillMissing}. Delete node_modules and run "npm ci" to see npm's own messages.`,
    );
  }
  writeFileSync(stampFile, JSON.stringify({ fingerprint }));
}

async function install() {
  const first = await runNpmCi();
  if (first.ok) return;
  say(`npm ci failed (${first.reason}); trying once more with an empty node_modules.`);
  rmSync(modulesFolder, { recursive: true, force: true, maxRetries: 3 });
  const second = await runNpmCi();
  if (second.ok) return;
  throw new SetupError(
    `The packages could not be installed, because npm ci failed twice (${second.reason}). Check the network connection and npm's registry setting, then run the same command again. npm's last words were:\n${lastLines(second.tail)}`,
  );
}

function runNpmCi() {
  // Run from `npm run --silent`, npm would inherit the silence and give no reason for a failure; with NODE_ENV or an
  // omit setting it would leave out what we need: hence every choice is spelled out.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const env = { ...process.env, PATH: pathWithoutProjectBins() };
  return runQuietly('npm', args, { cwd: projectRoot, env, shell: process.platform === 'win32' });
}

/** npm must not run on the very Node that it is about to delete together with node_modules. */
function pathWithoutProjectBins() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.filter((folder) => !path.resolve(folder).startsWith(modulesFolder)).join(path.delimiter);
}

function installFingerprint() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const name of ['package-lock.json', '.npmrc'])
    hash.update('\0').update(readFileSync(path.join(projectRoot, name)));
  return hash.digest('hex');
}

/**
 * The reason for an install in words, or undefined when everything is there.
 * @param {string} fingerprint
 */
function whatIsMissing(fingerprint, { stampIsWritten = true } = {}) {
  if (!existsSync(modulesFolder)) return 'they are not there yet';
  if (stampIsWritten) {
    const stamp = readJson(stampFile);
    if (!stamp) return 'an earlier install did not finish';
    if (stamp.fingerprint !== fingerprint) return 'the lock file or the machine has changed';
  }
  const pinned = pinnedNodePath();
  // npm leaves out an optional package silently. Whoever brings a Node that fits can do without it.
  if (pinned && !existsSync(pinned) && !isNodeFit()) return 'the pinned Node is missing';
  return missingPackage();
}

/** Reads the version of each direct dependency, and only looks whether the others exist: that takes a few milliseconds. */
function missingPackage() {
  const { packages } = readJson(path.join(projectRoot, 'package-lock.json'));
  const direct = { ...packages[''].dependencies, ...packages[''].devDependencies };
  for (const [folder, locked] of Object.entries(packages)) {
    if (folder === '' || locked.optional) continue;
    const manifest = path.join(projectRoot, folder, 'package.json');
    const name = folder.slice('node_modules/'.length);
    const isThere = name in direct ? readJson(manifest)?.version === locked.version : existsSync(manifest);
    if (!isThere) return `${name} ${locked.version} is missing`;
  }
  return undefined;
}
