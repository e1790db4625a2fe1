// Finds what runs containers on this machine, by what answers: Podman, then Docker; and says in words what is missing.
import { access, constants, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { listed, type Message, messageFor, type Sentence } from '../../../src-shared/text/message.ts';
import { type EngineFacts, readDockerInfo, readPodmanInfo } from './engine-facts.ts';
import { flagsFor, type MachineFacts, readHardLimits } from './engine-flags.ts';
import { findInit } from './first-process.ts';
import { EngineFailure, type RunOptions, runEngine } from './run-engine.ts';

export type EngineName = 'podman' | 'docker';
export type Engine = EngineFacts & {
  name: EngineName;
  /** Options of `create` that this machine needs. */
  createFlags: readonly string[];
  /** Options of `create` that put a process in front of a program which is none itself. */
  initFlags: readonly string[];
  /** Runs one of its commands; answers what it printed. */
  run(texts: readonly string[], options?: RunOptions): Promise<string>;
  /** The same as a program to start. */
  command(texts: readonly string[]): { program: string; arguments: string[] };
};
export type EngineFinder = {
  /** Remembered for a while; refused with a sentence where there is none. */
  find(): Promise<Engine>;
  /** It stopped answering: the next one who asks looks again. */
  forget(): void;
};
export type EngineFinderOptions = {
  /** How many files each program in a container may have open. */
  maxOpenFiles?: number | undefined;
  /** Where programs are looked for: the PATH, unless something else is said. */
  searchPath?: string;
  platform?: NodeJS.Platform;
  now?: () => number;
};

const KEPT_MS = 300_000;
/** Somebody may be installing it at this moment. */
const REFUSAL_KEPT_MS = 5_000;
const ANSWER_WITHIN_MS = 20_000;
/** A program started from a desktop has a short PATH. */
const MORE_FOLDERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/opt/homebrew/bin', '/usr/local/bin', '/opt/podman/bin'],
};
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin'];
const HOW_TO_GET: Partial<Record<NodeJS.Platform, Message>> = {
  darwin: messageFor('container.do-install-on-mac'),
  win32: messageFor('container.do-install-on-windows'),
};

export function createEngineFinder(options: EngineFinderOptions = {}): EngineFinder {
  const { now = () => performance.now() } = options;
  let found: { at: number; engine: Promise<Engine> } | undefined;
  return {
    find: () => {
      if (found !== undefined && now() - found.at < KEPT_MS) return found.engine;
      const looked = { at: now(), engine: look(options) };
      looked.engine.catch(() => {
        looked.at += REFUSAL_KEPT_MS - KEPT_MS;
      });
      found = looked;
      return looked.engine;
    },
    forget: () => {
      found = undefined;
    },
  };
}

async function look(options: EngineFinderOptions) {
  const { searchPath = process.env['PATH'] ?? '', platform = process.platform, maxOpenFiles } = options;
  const folders = [...searchPath.split(path.delimiter), ...(MORE_FOLDERS[platform] ?? [])].filter(Boolean);
  const tried: Message[] = [];
  for (const name of ['podman', 'docker'] as const) {
    const program = await findProgram(platform === 'win32' ? `${name}.exe` : name, folders);
    if (program === undefined) {
      tried.push(messageFor('container.engine-not-installed', { name }));
      continue;
    }
    try {
      return await openEngine({ name, program, platform, folders, maxOpenFiles });
    } catch (thrown) {
      tried.push(messageFor('container.engine-silent', { name, why: formatLast(thrown) }));
    }
  }
  throw noEngine(tried, platform);
}

type FoundProgram = {
  name: EngineName;
  program: string;
  platform: NodeJS.Platform;
  folders: readonly string[];
  maxOpenFiles: number | undefined;
};

async function openEngine({ name, program, platform, folders, maxOpenFiles }: FoundProgram): Promise<Engine> {
  const texts = name === 'podman' ? ['info', '--format', 'json'] : ['info', '--format', '{{json .}}'];
  const output = await runEngine({ program, arguments: texts }, { longestMs: ANSWER_WITHIN_MS });
  const facts = name === 'podman' ? readPodmanInfo(output, platform) : readDockerInfo(output, platform, hostname());
  const flags = flagsFor(facts, await readMachine(folders), maxOpenFiles);
  const command = (wanted: readonly string[]) => ({ program, arguments: [...flags.global, ...wanted] });
  return {
    ...facts,
    name,
    createFlags: flags.create,
    initFlags: flags.init,
    command,
    run: (wanted, options) => runEngine(command(wanted), options),
  };
}

async function readMachine(folders: readonly string[]): Promise<MachineFacts> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return {
    hasHybridGroups: await isThere('/sys/fs/cgroup/unified'),
    hasSystemd: await isThere('/run/systemd/system'),
    init: await findInit(findProgram, folders),
    runc: await findProgram('runc', [...folders, ...SYSTEM_FOLDERS]),
    hardLimits: readHardLimits(limits),
  };
}

async function findProgram(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const candidate = path.join(folder, name);
    if (await isThere(candidate, constants.X_OK)) return candidate;
  }
  return undefined;
}

function isThere(file: string, mode?: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}

function formatLast(thrown: unknown): Sentence {
  if (thrown instanceof AppError) return thrown.toMessage();
  if (thrown instanceof EngineFailure) return thrown.lines.at(-1) ?? thrown.message;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function noEngine(tried: readonly Message[], platform: NodeJS.Platform): AppError {
  const remedy = HOW_TO_GET[platform] ?? messageFor('container.do-install-on-linux');
  return new AppError(
    'SERVERS_SERVER_FAILED_TO_CREATE',
    'container.no-engine',
    { tried: listed(tried, '; '), remedy },
    { metadata: { tried: tried.map(({ text }) => text) } },
  );
}
