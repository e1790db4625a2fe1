// A backup in a folder of another machine, by the ssh of this one and the shell of the other: nothing has to be installed there.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { sshPlaceName } from '../../../../src-shared/place-names.ts';
import { type BackupPlace, DRAFTS, FORMER_DRAFT, type Stored } from './backup-place.ts';

export type SshTarget = {
  /** As ssh takes it: a name of its configuration, or user@host. */
  host: string;
  port?: number | undefined;
  /** An absolute path there. */
  folder: string;
};

/** Never asks a person, and does not wait for ever for a machine that is away. */
const OPTIONS = [
  'BatchMode=yes',
  'ConnectTimeout=15',
  'ServerAliveInterval=10',
  'ServerAliveCountMax=3',
  'LogLevel=ERROR',
].flatMap((option) => ['-o', option]);
/** What a command of ours answers where there is no such file. */
const NOT_THERE = 44;
/** What ssh answers for itself. */
const SSH_FAILED = 255;
const MOST_SAID = 2_000;

type Run = { code: number; output: string };
type Streams = { input?: Readable | undefined; output?: NodeJS.WritableStream | undefined };

export function openSshPlace(place: SshTarget): BackupPlace {
  const { host, port, folder } = place;
  const name = sshPlaceName(place);
  const root = folder.replace(/\/+$/, '');
  const at = (below: string) => quote(`${root}/${below}`);
  const running = new Set<ChildProcess>();
  const run = (command: string, streams: Streams = {}) =>
    runBySsh({ name, host, port, running }, `umask 077; ${command}`, streams);
  const done = async (command: string, streams?: Streams) => {
    const { code, output } = await run(command, streams);
    if (code === 0) return output;
    throw new AppError('BACKUP_REFUSED', 'backup.ssh-failed', { place: name, why: `exit ${code}` });
  };
  const putBytes = async (below: string, input: Readable, bytes: number) => {
    const target = at(below);
    const draft = at(`${DRAFTS}/${randomUUID()}`);
    // A line that breaks looks like an end there, so what came is counted. Not every sync takes a file.
    const isWhole = `[ "$(wc -c < "$draft")" -eq ${bytes} ]`;
    const away = `draft=${draft}; trap 'rm -f "$draft"' EXIT; trap 'exit 1' HUP INT PIPE TERM`;
    const store = `mkdir -p "$(dirname ${target})" ${at(DRAFTS)} && cat > "$draft" && ${isWhole} && { sync "$draft" 2>/dev/null || :; }`;
    // A folder of that name is of files that were there before it, and mv would move into it.
    await done(`${away}; ${store} && { [ ! -d ${target} ] || rm -rf ${target}; } && mv -f "$draft" ${target}`, {
      input,
    });
  };
  return {
    name,
    list: async (below) => {
      const each = `for f do printf "%s %s\\0" "$(($(wc -c < "$f")))" "$f"; done`;
      const find = `find . -type f -exec sh -c ${quote(each)} sh {} +`;
      const output = await done(`[ -e ${at(below)} ] || exit 0; cd ${at(below)} && ${find}`);
      return output.split('\0').filter(Boolean).map(storedIn(below));
    },
    read: async (below) => {
      const { code, output } = await run(`[ -e ${at(below)} ] || exit ${NOT_THERE}; cat ${at(below)}`);
      if (code === 0) return output;
      if (code === NOT_THERE) return undefined;
      throw new AppError('BACKUP_REFUSED', 'backup.ssh-failed', { place: name, why: `exit ${code}` });
    },
    write: (below, content) => putBytes(below, Readable.from([content]), Buffer.byteLength(content)),
    put: async (below, file) => {
      const { size } = await stat(file);
      const input = size === 0 ? Readable.from([]) : createReadStream(file, { end: size - 1 });
      await putBytes(below, input, size);
    },
    get: async (below, file) => {
      await done(`cat ${at(below)}`, { output: createWriteStream(file, { mode: 0o600 }) });
    },
    remove: async (below) => {
      await done(`rm -f ${at(below)}`);
    },
    tidy: async () => {
      const former = `find . -path ./kept -prune -o -type f -name '*${FORMER_DRAFT}' -exec rm -f {} +`;
      await done(`[ -e ${quote(root)} ] || exit 0; rm -rf ${at(DRAFTS)}; cd ${quote(root)} && ${former}`);
    },
    close: () => {
      for (const child of running) child.kill();
    },
  };
}

function storedIn(folder: string): (line: string) => Stored {
  return (line) => {
    const [, bytes = '0', below = ''] = /^(\d+) \.\/([\s\S]*)$/.exec(line) ?? [];
    return { name: `${folder}/${below}`, bytes: Number(bytes) };
  };
}

type Line = { name: string; host: string; port: number | undefined; running: Set<ChildProcess> };

async function runBySsh({ name, host, port, running }: Line, command: string, streams: Streams): Promise<Run> {
  // The login shell of the other side may be any.
  const child = spawn('ssh', [...OPTIONS, ...portOf(port), '--', host, `sh -c ${quote(command)}`], { stdio: 'pipe' });
  running.add(child);
  try {
    const { code, output, said, broke } = await outcomeOf(child, streams);
    if (code !== 0 && said !== '') throw sshError(name, said);
    if (broke !== undefined) throw broke;
    if (code === SSH_FAILED) throw sshError(name, `exit ${code}`);
    return { code, output };
  } catch (thrown) {
    throw child.pid === undefined ? sshError(name, 'ssh is not installed') : thrown;
  } finally {
    running.delete(child);
  }
}

type Outcome = Run & { said: string; broke: Error | undefined };

async function outcomeOf(child: ChildProcessWithoutNullStreams, { input, output }: Streams): Promise<Outcome> {
  const exit = Promise.withResolvers<number>();
  child.once('error', exit.reject).once('close', (code) => exit.resolve(code ?? SSH_FAILED));
  const [code, received, said, broke] = await Promise.all([
    exit.promise,
    output === undefined ? text(child.stdout) : pipeline(child.stdout, output).then(() => ''),
    text(child.stderr),
    // An ssh that ends early breaks the pipe to it: its own word tells why.
    pipeline(input ?? Readable.from([]), child.stdin).then(() => undefined, brokenInput),
  ]);
  return { code, output: received, said: said.trim().slice(-MOST_SAID), broke };
}

function portOf(port: number | undefined): string[] {
  return port === undefined ? [] : ['-p', String(port)];
}

function brokenInput(thrown: unknown): Error | undefined {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE') ? undefined : error;
}

function sshError(place: string, why: string): AppError {
  return new AppError('BACKUP_REFUSED', 'backup.ssh-failed', { place, why: why.replace(/\.$/, '') });
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
