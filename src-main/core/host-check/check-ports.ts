// Whether the ports of the service and of its players can be had, and who has them where not.
import { readFile } from 'node:fs/promises';
import { createServer, isIP } from 'node:net';
import { portOwner } from '../../../embedded-server/index.ts';
import { systemCode, systemReason } from '../../../src-shared/errors/system-reason.ts';
import { askedAt, LOOPBACK, otherLoopback } from '../../../src-shared/host-address.ts';
import { listed, type Message, messageFor } from '../../../src-shared/text/message.ts';
import { askService } from './ask-service.ts';
import { findingsOf, type HostFinding } from './finding.ts';
import type { Unit } from './unit.ts';

export type PortOptions = {
  host: string;
  port: number;
  /** Whether the service starts at that port or not at all. */
  keepsPort: boolean;
  /** Where callers reach the service, if that is not this address itself. */
  publicUrl: string | undefined;
  isTls: boolean;
  /** Where a service of this folder says that it answers. */
  running: { pid: number; url: string } | undefined;
  unit: Unit | undefined;
  /** Of the authority for certificates, where one is asked. */
  challengePort: number | undefined;
};

export async function checkPort(options: PortOptions): Promise<HostFinding[]> {
  const own =
    options.running === undefined ? await checkFreePort(options) : await checkAnswer(options, options.running);
  const { challengePort } = options;
  return challengePort === undefined ? [own] : [own, ...(await checkChallengePort(challengePort, options.unit))];
}

const { ok, warning, stop } = findingsOf('port');

async function checkAnswer(
  { host, port, isTls, publicUrl }: PortOptions,
  { pid, url }: NonNullable<PortOptions['running']>,
): Promise<HostFinding> {
  const here = isIP(host) === 0 ? LOOPBACK : askedAt(host);
  try {
    await askService(isTls ? (publicUrl ?? url) : url, isTls ? { host: here, port } : undefined);
    return ok(messageFor('host.port-answers', { pid, url }));
  } catch (thrown) {
    const sentence = messageFor('host.port-silent', { pid, url, why: systemReason(thrown) });
    return stop(sentence, messageFor('host.do-restart'));
  }
}

async function checkFreePort({ host, port, keepsPort, unit }: PortOptions): Promise<HostFinding> {
  if (port === 0) return ok(messageFor('host.port-any'));
  const rights = await lacksRights(port, unit);
  if (rights) return stop(messageFor('host.port-rights', { port }), messageFor('host.do-port-rights'));
  const code = await tryListening(host, port);
  if (code === undefined) return await checkOtherLoopback(host, port);
  if (code === 'EACCES') return stop(messageFor('host.port-rights', { port }), messageFor('host.do-port-rights'));
  if (code === 'EADDRNOTAVAIL') {
    return stop(messageFor('host.no-such-address', { host }), messageFor('host.do-other-address'));
  }
  const taken = { port, owner: await portOwner(port) };
  const sentence = keepsPort ? messageFor('host.kept-port-taken', taken) : messageFor('host.port-taken', taken);
  // Unless it keeps its port it takes the next one, which is well for its own machine, and where nobody else looks for it.
  return (keepsPort ? stop : warning)(sentence, messageFor('host.do-free-port', { port }));
}

/** Programs that ask for `localhost` may come to either of its addresses. */
async function checkOtherLoopback(host: string, port: number): Promise<HostFinding> {
  const address = otherLoopback(host);
  if (address === undefined || (await tryListening(address, port)) !== 'EADDRINUSE') {
    return ok(messageFor('host.port-free', { port }));
  }
  const owner = await portOwner(port);
  const sentence = messageFor('host.other-port-taken', { port, address, owner });
  return warning(sentence, messageFor('host.do-free-port', { port }));
}

async function checkChallengePort(port: number, unit: Unit | undefined): Promise<HostFinding[]> {
  if (await lacksRights(port, unit)) {
    return [stop(messageFor('host.port-rights', { port }), messageFor('host.do-port-rights'))];
  }
  const code = await tryListening('::', port);
  if (code === undefined) return [ok(messageFor('host.challenge-port-free', { port }))];
  if (code === 'EACCES') return [stop(messageFor('host.port-rights', { port }), messageFor('host.do-port-rights'))];
  const sentence = messageFor('host.challenge-port-taken', { port, owner: await portOwner(port) });
  return [stop(sentence, messageFor('host.do-free-challenge-port'))];
}

/** As root one may have any port: whether the user of the unit may, only its rights say. */
async function lacksRights(port: number, unit: Unit | undefined): Promise<boolean> {
  if (unit?.['LoadState'] !== 'loaded' || ['', 'root'].includes(unit['User'] ?? '')) return false;
  const first = Number(await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '1024'));
  return port < first && !/\bcap_net_bind_service\b/.test(unit['AmbientCapabilities'] ?? '');
}

async function tryListening(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
    return undefined;
  } catch (thrown) {
    return systemCode(thrown) ?? '';
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const SHOWN = 3;
/** Of a range, this part. */
const FEW = 0.1;

/** The range that servers are given their ports from. */
export async function checkPlayerPorts(
  range: { from: number; to: number },
  isRunning: boolean,
): Promise<HostFinding[]> {
  if (process.platform !== 'linux') return [];
  const found = findingsOf('player ports');
  const { from, to } = range;
  const inside = (port: number) => port >= from && port <= to;
  const taken = { tcp: (await usedPorts('tcp')).filter(inside), udp: (await usedPorts('udp')).filter(inside) };
  const used = [...new Set([...taken.tcp, ...taken.udp])].toSorted((one, other) => one - other);
  const params = { from, to, taken: used.length, of: to - from + 1 };
  if (isRunning) return [found.ok(messageFor('host.player-ports-in-use', params))];
  if (used.length === 0)
    return [...(await besideSystemPorts(range)), found.ok(messageFor('host.player-ports-free', params))];
  const owners = await Promise.all(
    used
      .slice(0, SHOWN)
      .map(async (port) =>
        messageFor('host.port-of', { port, owner: await portOwner(port, taken.tcp.includes(port) ? 'tcp' : 'udp') }),
      ),
  );
  const given = { ...params, owners: listed(owners, ', ') };
  return [...(await besideSystemPorts(range)), takenFinding(used.length, given)];
}

/** Servers are given the other ones, so a few matter to nobody. */
function takenFinding(taken: number, params: { from: number; to: number; taken: number; of: number; owners: Message }) {
  const found = findingsOf('player ports');
  if (taken <= params.of * FEW) return found.ok(messageFor('host.player-ports-few-taken', params));
  const finding = taken === params.of ? found.stop : found.warning;
  return finding(messageFor('host.player-ports-taken', params), messageFor('host.do-other-range'));
}

/** Ports that the system gives to whoever calls out: a server could find its own taken at any moment. */
async function besideSystemPorts({ from, to }: { from: number; to: number }): Promise<HostFinding[]> {
  const text = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  const [first = 0, last = 0] = text.trim().split(/\s+/).map(Number);
  if (to < first || from > last || last === 0) return [];
  const sentence = messageFor('host.player-ports-of-system', { from, to, first, last });
  return [findingsOf('player ports').warning(sentence, messageFor('host.do-other-range'))];
}

/** Of Linux: those that something listens at. */
async function usedPorts(protocol: 'tcp' | 'udp'): Promise<number[]> {
  const state = protocol === 'tcp' ? '0A' : '07';
  const files = [`/proc/net/${protocol}`, `/proc/net/${protocol}6`];
  const tables = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
  return rows.filter((row) => row[3] === state).map((row) => Number.parseInt(row[1]?.split(':').at(-1) ?? '', 16));
}
