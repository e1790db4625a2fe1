// Which program of a build to start, and with what before its arguments: a JavaScript program runs on a Node of ours.
import { access, constants, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readJson } from '../../../src-shared/json-text.ts';
import { formatMisfit, readBuildManifest } from '../../../src-shared/service/read-manifest.ts';
import type { BuildManifest } from '../../../src-shared/service/run-settings.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

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
  return await runBy(path.join(own, relative), nodeProgram);
}

async function runBy(file: string, nodeProgram: string): Promise<StartLine> {
  const kind = path.extname(file).toLowerCase();
  if (JAVASCRIPT.has(kind)) return { program: nodeProgram, before: [file] };
  if (kind === '.jar') return { program: await onThisMachine('java', 'Java'), before: ['-jar', file] };
  if (kind === '.dll') return { program: await onThisMachine('dotnet', '.NET'), before: [file] };
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

/** The build's own slipway.json; undefined when it has none. */
export async function readManifest(buildFolder: string): Promise<BuildManifest | undefined> {
  const text = await readFile(path.join(buildFolder, MANIFEST_NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { value, fault } = readJson(text);
  if (fault !== undefined) throw refused(messageFor('start.manifest-not-json', { fault }));
  const { manifest, misfits } = readBuildManifest(value, text);
  if (misfits === undefined) return manifest;
  throw refused(messageFor('start.manifest-invalid', { misfit: formatMisfit(misfits[0]) })); // the doctor tells them all
}

export function refused(message: Message): AppError {
  return new AppError('SERVERS_SERVER_FAILED_TO_CREATE', message);
}
