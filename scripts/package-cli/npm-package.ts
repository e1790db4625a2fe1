// Makes the npm package: the bundled command line behind a script that says which Node it needs.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { slipwayVersion } from '../../src-shared/version.ts';
import type { BundledFile } from '../bundle.ts';
import { projectRoot } from '../setup/project.mjs';
import { runNpm } from './run-npm.ts';

/** The first of its line that opens databases without a flag and knows all calls that are made. */
const OLDEST_NODE = [22, 16] as const;

/** Old JavaScript: even a Node of years ago has to read it to the sentence. */
export const startScript = `#!/usr/bin/env node
'use strict';
var found = process.versions.node.split('.').map(Number);
if (found[0] < ${OLDEST_NODE[0]} || (found[0] === ${OLDEST_NODE[0]} && found[1] < ${OLDEST_NODE[1]})) {
  process.stderr.write(
    'Slipway needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ' + process.versions.node +
      '. Install a newer Node, or take the executable of Slipway, which has one inside.\\n',
  );
  process.exit(1);
}
// Node 22 says of its database that it is experimental, on each start.
var emitWarning = process.emitWarning;
process.emitWarning = function (warning) {
  if (!/^SQLite is an experimental/.test(String(warning))) emitWarning.apply(process, arguments);
};
var module_ = require('node:module');
if (module_.enableCompileCache) module_.enableCompileCache();
require('../lib/slipway.js');
`;

const readme = `# Slipway's command line

\`slipway push ./my-server --game my-game --namespace prod\` sends a build; \`slipway serve\` runs the service;
\`slipway --help\` lists all commands. It needs Node ${OLDEST_NODE.join('.')} or newer, and no other package.
`;

/** Answers the package's file. */
export async function makeNpmPackage(
  files: readonly BundledFile[],
  { folder, output, licences }: { folder: string; output: string; licences: string },
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await mkdir(path.join(folder, 'lib'));
  await writeFile(path.join(folder, 'bin/slipway.js'), startScript, { mode: 0o755 });
  for (const { name, text } of files) await writeFile(path.join(folder, 'lib', name), text);
  await writeFile(path.join(folder, 'README.md'), readme);
  await writeFile(path.join(folder, 'licences.txt'), licences);
  await copyFile(path.join(projectRoot, 'LICENSE'), path.join(folder, 'LICENSE'));
  const manifest = {
    name: 'slipway-cli',
    version: slipwayVersion,
    description: "Slipway's command line: push builds of game servers, and host them.",
    license: 'MIT',
    type: 'commonjs',
    bin: { slipway: 'bin/slipway.js' },
    engines: { node: `>=${OLDEST_NODE.join('.')}` },
  };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await runNpm(['pack', '--silent', '--pack-destination', output], folder);
  return path.join(output, `slipway-cli-${slipwayVersion}.tgz`);
}
