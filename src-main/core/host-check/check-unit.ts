// Whether systemd and dpkg have the service as it should be.
import path from 'node:path';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import { hasSystemd, tryRun, UNIT, type Unit } from './unit.ts';

const { ok, note, warning, stop } = findingsOf('unit');

export async function checkUnit(unit: Unit | undefined, dataFolder: string): Promise<HostFinding[]> {
  if (unit === undefined) {
    return [(await hasSystemd()) ? note(messageFor('host.unit-unknown')) : note(messageFor('host.no-systemd'))];
  }
  const state = unit['LoadState'];
  if (state === 'not-found') return [note(messageFor('host.no-unit'))];
  if (state === 'masked') return [stop(messageFor('host.unit-masked'), doCommand(`sudo systemctl unmask ${UNIT}`))];
  if (state !== 'loaded') return [stop(messageFor('host.unit-not-loaded', { state: state ?? '' }), await verifyHint())];
  const found = [...problemsOf(unit), ...writableProblem(unit, dataFolder)];
  return found.length === 0 ? [ok(messageFor('host.unit-runs'))] : found;
}

function problemsOf(unit: Unit): HostFinding[] {
  const { ActiveState: active, Result: result = '', UnitFileState: enabled, NeedDaemonReload: stale } = unit;
  const found: HostFinding[] = [];
  if (active === 'failed') {
    found.push(stop(messageFor('host.unit-failed', { result }), doCommand(`journalctl -u ${UNIT} -n 20`)));
  } else if (active === 'inactive') {
    found.push(warning(messageFor('host.unit-stopped'), doCommand(`sudo systemctl start ${UNIT}`)));
  }
  if (enabled === 'disabled') {
    found.push(warning(messageFor('host.unit-disabled'), doCommand(`sudo systemctl enable ${UNIT}`)));
  }
  if (stale === 'yes') {
    const command = `sudo systemctl daemon-reload && sudo systemctl restart ${UNIT}`;
    found.push(warning(messageFor('host.unit-changed'), doCommand(command)));
  }
  return found;
}

/** The unit shows the service all else read-only. */
function writableProblem(unit: Unit, dataFolder: string): HostFinding[] {
  const { ProtectSystem: protect, StateDirectory: state = '', ReadWritePaths: more = '' } = unit;
  if (protect !== 'strict') return [];
  const places = [...state.split(' ').map((name) => path.join('/var/lib', name)), ...more.split(' ')].filter(Boolean);
  const isInside = places.some((place) => !path.relative(place.replace(/^[-+]+/, ''), dataFolder).startsWith('..'));
  if (isInside) return [];
  const hint = messageFor('host.do-allow-folder', { folder: dataFolder });
  return [stop(messageFor('host.unit-folder', { folder: dataFolder }), hint)];
}

async function verifyHint(): Promise<Message> {
  return doCommand(`systemd-analyze verify ${UNIT}`);
}

export function doCommand(command: string): Message {
  return messageFor('host.do-command', { command });
}

/** The Debian package, where there is one. */
export async function checkPackage(): Promise<HostFinding[]> {
  const said = await tryRun('dpkg-query', ['-W', '-f', '${db:Status-Status}\t${Version}', 'slipway']);
  const [status = '', version = ''] = said?.split('\t') ?? [];
  if (status === '' || status === 'not-installed' || status === 'config-files') return [];
  const found = findingsOf('package');
  if (status !== 'installed') {
    return [found.stop(messageFor('host.package-half', { status }), doCommand('sudo dpkg --configure -a'))];
  }
  if (version !== slipwayVersion) {
    const sentence = messageFor('host.package-other', { version, own: slipwayVersion });
    return [found.warning(sentence, messageFor('host.do-one-slipway'))];
  }
  return [found.ok(messageFor('host.package-installed', { version }))];
}
