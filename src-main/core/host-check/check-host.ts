// Checks all that docs/operate.md asks of a machine that runs the service, one part after the other. Changes nothing, and needs no service
// that runs.
import { stat } from 'node:fs/promises';
import { isReachedByOthers, keepsItsPort, planExposure, type RecordsLook } from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { LOOPBACK } from '../../../src-shared/host-address.ts';
import { asMessage, messageFor, messageOf } from '../../../src-shared/text/message.ts';
import { readIsolation } from '../host/isolation.ts';
import type { ExposureOptions } from '../local-service/headless.ts';
import { checkAddress } from './check-address.ts';
import { checkBackup, type KnownBackup } from './check-backup.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkClock } from './check-clock.ts';
import { checkData, checkRecords, checkSpace, type Owner } from './check-folder.ts';
import { checkLog } from './check-log.ts';
import { checkMetrics } from './check-metrics.ts';
import { checkOpenFiles } from './check-open-files.ts';
import { checkPlayerPorts, checkPort } from './check-ports.ts';
import { checkPackage, checkUnit } from './check-unit.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import { readUnit, tryRun, type Unit, variableOf } from './unit.ts';

export type { HostFinding, Severity } from './finding.ts';

/** What the service would be started with. */
export type HostOptions = {
  dataFolder: string;
  /** Where the app of this user keeps its own things. */
  appFolder: string;
  port: number;
  serverPorts: { from: number; to: number } | undefined;
  exposure: ExposureOptions;
  hasFleet: boolean;
  acme: { host: string; challengePort: number } | undefined;
  unsafeHosting: boolean;
  /** The file of options that these are from. */
  config: string | undefined;
  /** Whether they are of the service that the Debian package installs. */
  isInstalled: boolean;
  backup: KnownBackup | undefined;
};

const DEFAULT_SERVER_PORTS = { from: 20_000, to: 29_999 };

/** The service as systemd has it, and as it runs. */
type Service = { unit: Unit | undefined; running: RecordsLook['owner'] };

export async function checkHost(options: HostOptions): Promise<HostFinding[]> {
  const { dataFolder, exposure, hasFleet, unsafeHosting, backup, isInstalled } = options;
  const known = isInstalled ? await readUnit() : undefined;
  const { look, findings: records } = await checkRecords(dataFolder);
  const service: Service = {
    unit: known?.['LoadState'] === 'loaded' ? known : undefined,
    running: look?.owner?.isAlive === true ? look.owner : undefined,
  };
  const owner = await ownerOf(service);
  const pid = service.running?.pid;
  const isReached = isReachedByOthers(exposure, hasFleet);
  const listening = await checkListening(options, service, isReached);
  const isAnswering = !listening.some(({ check, severity }) => check === 'port' && severity === 'stop');
  const reached = await checkAddress(exposure.publicUrl, pid !== undefined);
  return [
    await checkIsolation({ isReached, unsafeHosting }),
    await checkOptions(options),
    ...(isInstalled ? [...(await checkUnit(known, dataFolder)), ...(await checkPackage())] : []),
    ...(await checkData(dataFolder, owner)),
    ...(await checkSpace(dataFolder)),
    ...records,
    ...(await checkBackup(backup)),
    ...listening,
    ...reached.findings,
    ...(await checkMetrics(dataFolder, owner, isAnswering)),
    ...(await checkLog(service.unit, pid)),
    ...(await checkOpenFiles(service.unit, pid)),
    ...(await checkClock(look?.writtenAt, reached.answered)),
  ];
}

/** Its ports, and the certificate that it shows there. */
async function checkListening(
  options: HostOptions,
  { unit, running }: Service,
  isReached: boolean,
): Promise<HostFinding[]> {
  const { exposure, acme, port, hasFleet } = options;
  const { listen = LOOPBACK, publicUrl, trustProxy = false, tls } = exposure;
  const kept = acme && { ...acme, folder: variableOf(unit, 'SLIPWAY_HOME') ?? options.appFolder };
  return [
    ...(await checkPort({
      host: listen,
      port,
      keepsPort: keepsItsPort(port, exposure, hasFleet),
      publicUrl,
      isTls: tls !== undefined || acme !== undefined,
      running: running?.url === undefined ? undefined : { pid: running.pid, url: running.url },
      unit,
      challengePort: acme?.challengePort,
    })),
    ...(await checkPlayerPorts(playerPorts(options, running), running !== undefined)),
    ...(await checkCertificate({ tls, acme: kept, trustProxy, publicUrl, isReached })),
  ];
}

/** A service that runs may have been started with others. */
function playerPorts({ serverPorts }: HostOptions, running: Service['running']): { from: number; to: number } {
  return running?.server_ports ?? serverPorts ?? DEFAULT_SERVER_PORTS;
}

type Hosting = Pick<HostOptions, 'unsafeHosting'> & { isReached: boolean };

/** By itself also for a machine whose file of options cannot be read. */
export async function checkIsolation(
  { isReached, unsafeHosting }: Hosting,
  read = readIsolation,
): Promise<HostFinding> {
  const { ok, warning, stop } = findingsOf('isolation');
  const isolation = await read();
  const sentence = asMessage(isolation.sentence);
  if (isolation.isIsolated) return ok(sentence);
  if (!isReached) return warning(sentence, messageFor('host.do-isolate-for-others'));
  return (unsafeHosting ? warning : stop)(sentence, messageFor('host.do-isolate'));
}

/** What the service refuses before it listens. Its certificate is checked by itself. */
async function checkOptions({ exposure, acme, config }: HostOptions): Promise<HostFinding> {
  const { ok, stop } = findingsOf('options');
  const { tls, ...open } = exposure;
  const isTls = tls !== undefined || acme !== undefined;
  try {
    await planExposure(isTls ? { ...open, trustProxy: true } : open);
    const file = config ?? messageFor('host.no-config');
    return ok(messageFor('host.options-fine', { file }));
  } catch (thrown) {
    return stop(messageOf(asAppError(thrown)), messageFor('host.do-see-options'));
  }
}

/** Whose the data folder has to be. */
async function ownerOf({ unit, running }: Service): Promise<Owner> {
  const name = unit?.['User'] ?? '';
  if (name === '') return await ownerByProcess(running?.pid);
  const uid = await tryRun('id', ['-u', name]);
  return { uid: uid === undefined ? undefined : Number(uid), name };
}

/** The user of the service that runs, or whoever asks. */
async function ownerByProcess(pid: number | undefined): Promise<Owner> {
  const found = pid === undefined ? undefined : await stat(`/proc/${pid}`).catch(() => undefined);
  const uid = found?.uid ?? process.getuid?.();
  if (uid === undefined) return { uid, name: '' };
  const name = await tryRun('id', ['-un', String(uid)]);
  return { uid, name: name?.trim() ?? String(uid) };
}
