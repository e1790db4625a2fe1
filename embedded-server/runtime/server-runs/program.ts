// Which program of a build to start, and with what before its arguments: JavaScript runs on a Node of ours, other languages on what is
// installed on this machine.
import { execFile } from 'node:child_process';
import { access, constants, open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readJson } from '../../../src-shared/json-text.ts';
import type { BuildManifest } from '../../../src-shared/service/build-manifest.ts';
import { formatMisfit } from '../../../src-shared/service/manifest-misfit.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

const run = promisify(execFile);
const LONGEST_ANSWER_MS = 10_000;
const MANIFEST_NAME = 'slipway.json';
const JAVASCRIPT = new Set(['.js', '.mjs', '.cjs']);

export type StartLine = { program: string; before: readonly string[] };

/** `build`: where its files are now; `own`: where the server finds its copy of them. */
export async function startLineOf(
  { build, own }: { build: string; own: string },
  program: string | undefined,
  nodeProgram: string,
): Promise<StartLine> {
  if (program === undefined) {
    throw refused(messageFor('start.no-program-found'));
  }
  const file = path.resolve(build, program);
  const relative = path.relative(build, file);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) {
    throw refused(messageFor('start.program-outside-build', { program }));
  }
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) {
    const what = found === undefined ? messageFor('start.program-not-in-build') : messageFor('path.is-folder');
    throw refused(messageFor('start.program-unusable', { program, what }));
  }
  const kind = path.extname(file).toLowerCase();
  const isPython = kind === '.py' && !(await hasFirstLine(file));
  return await runBy(path.join(own, relative), isPython ? 'python' : kind, nodeProgram);
}

/** A script says by what it is run where the system reads that. */
async function hasFirstLine(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  await using opened = await open(file);
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.toString('latin1') === '#!';
}

async function runBy(file: string, kind: string, nodeProgram: string): Promise<StartLine> {
  if (JAVASCRIPT.has(kind)) return { program: nodeProgram, before: [file] };
  if (kind === '.jar') return { program: await onThisMachine('java', 'Java'), before: ['-jar', file] };
  if (kind === '.dll') return { program: await onThisMachine('dotnet', '.NET'), before: [file] };
  // Without -u, what it prints comes when 8 KiB of it are together.
  if (kind === 'python') return { program: await pythonHere(), before: ['-u', file] };
  return { program: file, before: [] };
}

/** The whole path of a program that people install once for all builds. */
async function onThisMachine(name: string, called: string): Promise<string> {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const candidate = path.join(folder, file);
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && isThere) return candidate;
  }
  throw refused(messageFor('start.runtime-missing', { runtime: called, command: name }));
}

/** What version managers put on PATH is a script that looks for the real one, in places that a server does not see. */
async function pythonHere(): Promise<string> {
  const name = process.platform === 'win32' ? 'python' : 'python3';
  const found = await onThisMachine(name, 'Python');
  const { stdout } = await run(found, ['-c', 'import sys; print(sys.executable)'], {
    timeout: LONGEST_ANSWER_MS,
  }).catch(() => {
    throw refused(messageFor('start.runtime-missing', { runtime: 'Python', command: name }));
  });
  return stdout.trim();
}

/** The build's own slipway.json; undefined when it has none. */
export async function readManifest(buildFolder: string): Promise<BuildManifest | undefined> {
  const text = await readFile(path.join(buildFolder, MANIFEST_NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { value, fault } = readJson(text);
  if (fault !== undefined) throw refused(messageFor('start.manifest-not-json', { fault }));
  const { readBuildManifest } = await import('../../../src-shared/service/read-manifest.ts');
  const { manifest, misfits } = readBuildManifest(value, text);
  if (misfits === undefined) return manifest;
  throw refused(messageFor('start.manifest-invalid', { misfit: formatMisfit(misfits[0]) })); // the doctor tells them all
}

export function refused(message: Message): AppError {
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', message);
}
