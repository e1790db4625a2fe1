// Gets the program that builds walls on Windows ready: compiled once for a folder, by the compiler that comes with Windows.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { WINDOWS_HELPER_PARTS } from './windows-helper-parts.ts';
import { WINDOWS_HELPER_SOURCE } from './windows-helper-source.ts';

type Variables = Readonly<Record<string, string | undefined>>;
/** Makes a program of a file with its source. */
export type Compile = (source: string, program: string) => Promise<void>;

const LONGEST_MS = 30_000;
/** What a program of Windows needs to start at all; nothing that decides what code it loads. */
const OF_WINDOWS = ['SystemRoot', 'SystemDrive', 'windir', 'TEMP', 'TMP'];

export function windowsHelperSource(): string {
  return `${WINDOWS_HELPER_SOURCE}${WINDOWS_HELPER_PARTS}`;
}

/** Another source has another name, so that no program of an older Slipway is used. */
export function helperIn(folder: string): string {
  const hash = createHash('sha256').update(windowsHelperSource()).digest('hex').slice(0, 12);
  return path.join(folder, `slipway-wall-${hash}.exe`);
}

/** None of ours but these, and none of a server's. */
export function windowsEnvironment(environment: Variables): Record<string, string> {
  const kept = OF_WINDOWS.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), PATH: path.win32.join(systemRoot(environment), 'System32') };
}

export function systemRoot(environment: Variables): string {
  return environment['SystemRoot'] ?? String.raw`C:\Windows`;
}

export async function readyHelper(folder: string, compile: Compile = compileHere): Promise<string> {
  const program = helperIn(folder);
  if (await isThere(program)) return program;
  // Servers that start at once compile beside each other, and the last one stays.
  const draft = path.join(folder, `${path.basename(program, '.exe')}.${process.pid}-${Date.now()}`);
  const source = `${draft}.cs`;
  try {
    await writeFile(source, windowsHelperSource());
    await compile(source, `${draft}.exe`);
    await rename(`${draft}.exe`, program).catch(async (thrown: unknown) => {
      // One that runs already cannot be replaced, and is the same.
      if (!(await isThere(program))) throw thrown;
    });
  } finally {
    for (const made of [source, `${draft}.exe`]) await rm(made, { force: true });
  }
  return program;
}

export function compilerCommand(environment: Variables, source: string, program: string): string[] {
  const framework = path.win32.join(systemRoot(environment), 'Microsoft.NET', 'Framework64', 'v4.0.30319');
  return [path.win32.join(framework, 'csc.exe'), '/nologo', '/optimize+', '/target:exe', `/out:${program}`, source];
}

async function compileHere(source: string, program: string): Promise<void> {
  const [compiler = '', ...given] = compilerCommand(process.env, source, program);
  const env = windowsEnvironment(process.env);
  await promisify(execFile)(compiler, given, { env, timeout: LONGEST_MS, windowsHide: true });
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
