// What systemd knows of the service that the Debian package installs.
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

export const UNIT = 'slipway.service';

/** The properties of `systemctl show`, by their names. */
export type Unit = Readonly<Record<string, string>>;

const PROPERTIES = [
  'LoadState',
  'ActiveState',
  'UnitFileState',
  'Result',
  'NeedDaemonReload',
  'User',
  'MainPID',
  'Environment',
  'LimitNOFILE',
  'StandardOutput',
  'StandardError',
  'AmbientCapabilities',
  'ProtectSystem',
  'StateDirectory',
  'ReadWritePaths',
];
const LONGEST_MS = 10_000;

/** Whether systemd runs this machine. */
export async function hasSystemd(): Promise<boolean> {
  return (await stat('/run/systemd/system').catch(() => undefined)) !== undefined;
}

/** Undefined where systemd does not run, or cannot be asked. */
export async function readUnit(): Promise<Unit | undefined> {
  if (!(await hasSystemd())) return undefined;
  const said = await tryRun('systemctl', ['show', UNIT, `--property=${PROPERTIES.join(',')}`]);
  if (said === undefined) return undefined;
  return Object.fromEntries(
    said
      .split('\n')
      .flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []])
      .filter(isPair),
  );
}

function isPair(words: string[]): words is [string, string] {
  return words.length === 2;
}

/** The variable that the unit sets for the service. */
export function variableOf(unit: Unit | undefined, name: string): string | undefined {
  const pairs = unit?.['Environment']?.split(' ') ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** What a program wrote; undefined where it is not there or failed. */
export async function tryRun(program: string, args: readonly string[]): Promise<string | undefined> {
  return await promisify(execFile)(program, [...args], {
    timeout: LONGEST_MS,
    env: { ...process.env, LC_ALL: 'C' },
  }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}
