// `slipway doctor --host`: whether this machine runs the service as docs/operate.md says, with the options that the service would get.
import { stat } from 'node:fs/promises';
import { asAppError } from '../../src-shared/errors/app-error.ts';
import { messageFor, messageOf, textOf } from '../../src-shared/text/message.ts';
import type { HostFinding } from '../core/host-check/check-host.ts';
import { appFolder } from '../core/platform/app-folders.ts';
import { type BackupWords, backupName, openBackupPlace } from './backup-place.ts';
import type { CommandIo } from './command-io.ts';
import { answer, plain } from './output.ts';
import { parseServe, type ServeOptions, withConfig } from './serve.ts';

/** Where the Debian package puts the options of its service. */
const INSTALLED = '/etc/slipway/serve.conf';

export type HostWords = { json: boolean; data?: string; config?: string; backup?: string };

export async function examineHost(io: CommandIo, words: HostWords): Promise<void> {
  const checks = await findAll(io, words);
  const isolation = checks.find(({ check }) => check === 'isolation');
  const value = {
    isolation: { isIsolated: isolation?.severity === 'ok', sentence: isolation?.sentence },
    checks: checks.map(({ check, severity, sentence, hint }) => ({ check, severity, sentence, hint: hint ?? null })),
  };
  answer(io, words.json, value, () => reportText(checks));
  if (checks.some(({ severity }) => severity === 'stop')) io.exitCode = 1;
}

async function findAll(io: CommandIo, words: HostWords): Promise<HostFinding[]> {
  const { checkHost, checkIsolation } = await import('../core/host-check/check-host.ts');
  const { data, backup } = words;
  const config = words.config ?? (data === undefined ? await installedConfig() : undefined);
  const options = await readOptions(io, config, data);
  if ('why' in options) {
    // Of a service that cannot start for its options, the wall is what can be said without them.
    return [await checkIsolation({ isReached: true, unsafeHosting: false }), options.why];
  }
  const { port, serverPorts, exposure, fleet, acme, unsafeHosting, backup: continuous } = options;
  return await checkHost({
    dataFolder: options.data,
    appFolder: appFolder(io.env),
    port,
    serverPorts,
    exposure,
    hasFleet: fleet !== undefined,
    acme,
    unsafeHosting,
    config,
    isInstalled: config === INSTALLED,
    backup: backupOf(io, backup, continuous),
  });
}

/** The folder named on the command line, or the backup in the options. */
function backupOf(io: CommandIo, folder: string | undefined, continuous: ServeOptions['backup']) {
  const place: BackupWords | undefined = folder === undefined ? continuous?.place : { folder };
  return place && { name: backupName(place), open: () => openBackupPlace(place, io.env) };
}

async function installedConfig(): Promise<string | undefined> {
  return (await stat(INSTALLED).catch(() => undefined)) === undefined ? undefined : INSTALLED;
}

async function readOptions(
  io: CommandIo,
  config: string | undefined,
  data: string | undefined,
): Promise<ServeOptions | { why: HostFinding }> {
  const args = [...(config === undefined ? [] : ['--config', config]), ...(data === undefined ? [] : ['--data', data])];
  try {
    return parseServe(await withConfig(args), io);
  } catch (thrown) {
    const sentence = messageFor('host.options-invalid', { why: messageOf(asAppError(thrown)) });
    return { why: { check: 'options', severity: 'stop', sentence, hint: messageFor('host.do-see-options') } };
  }
}

const words = { ok: 'OK', note: 'NOTE', warning: 'WARNING', stop: 'STOP' } as const;

function reportText(checks: readonly HostFinding[]): string {
  return [...checks.flatMap(lines), verdict(checks)].map((line) => `${plain(line)}\n`).join('');
}

function lines({ check, severity, sentence, hint }: HostFinding): string[] {
  const first = `${words[severity].padEnd(8)} ${check.padEnd(12)}  ${textOf(sentence)}`;
  return hint === undefined ? [first] : [first, `${' '.repeat(23)}${textOf(hint)}`];
}

function verdict(checks: readonly HostFinding[]): string {
  const count = (severity: HostFinding['severity']) => checks.filter((each) => each.severity === severity).length;
  const [stops, warnings] = [count('stop'), count('warning')];
  if (stops > 0) return `As it is, ${stops === 1 ? '1 thing stops' : `${stops} things stop`} the service.`;
  if (warnings === 0) return 'Nothing stands in its way.';
  return `The service can run. Look at ${warnings === 1 ? 'the warning' : `the ${warnings} warnings`}.`;
}
