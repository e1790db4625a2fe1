// A Docker Swarm of two real nodes on one machine: a daemon of each, the second in a network and with a name of its own. Root alone can
// have it; all of it ends with the test.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type DockerDaemon, startDocker } from './docker-daemon.ts';

export type Swarm = {
  /** Where the first node, and this machine, is reached from the second. */
  address: string;
  /** Where the second node is reached from here. */
  otherAddress: string;
  nodes: readonly [DockerDaemon, DockerDaemon];
  /** Takes the second node off the line, or puts it back. */
  setLine(isUp: boolean): Promise<unknown>;
  end(): Promise<void>;
};

const run = async (program: string, ...args: string[]) => (await promisify(execFile)(program, args)).stdout;

export async function startSwarm(): Promise<Swarm> {
  const mark = String(process.pid % 10_000);
  const network = `sw${mark}`;
  const [here, there] = [`swa${mark}`, `swb${mark}`];
  // Of this process alone, as several may have a Swarm.
  const [address, other] = [1, 2].map((host) => `10.77.${process.pid % 250}.${host}`) as [string, string];
  const undo: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
  };
  try {
    await run('ip', 'netns', 'add', network);
    undo.push(() => run('ip', 'netns', 'del', network));
    await run('ip', 'link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', network);
    undo.push(() => run('ip', 'link', 'del', here));
    await run('ip', 'addr', 'add', `${address}/24`, 'dev', here);
    await run('ip', 'link', 'set', here, 'up');
    // Not "ip netns exec", which hides the control groups.
    const enter = ['nsenter', `--net=/run/netns/${network}`];
    const inside = (...args: string[]) => run('nsenter', `--net=/run/netns/${network}`, 'ip', ...args);
    await inside('addr', 'add', `${other}/24`, 'dev', there);
    await inside('link', 'set', there, 'up');
    await inside('link', 'set', 'lo', 'up');
    const first = await startDocker();
    undo.push(first.end);
    const second = await startDocker(['unshare', '--uts', ...enter, 'sh', '-c', 'hostname node2; exec "$@"', 'sh']);
    undo.push(second.end);
    await first.run('swarm', 'init', '--advertise-addr', address, '--listen-addr', `${address}:2377`);
    const token = (await first.run('swarm', 'join-token', '--quiet', 'worker')).trim();
    await second.run(
      'swarm',
      'join',
      '--advertise-addr',
      other,
      '--listen-addr',
      `${other}:2377`,
      '--token',
      token,
      `${address}:2377`,
    );
    undo.push(() => second.run('swarm', 'leave', '--force'));
    undo.push(() => first.run('swarm', 'leave', '--force'));
    const setLine = (isUp: boolean) => run('ip', 'link', 'set', here, isUp ? 'up' : 'down');
    return { address, otherAddress: other, nodes: [first, second], setLine, end };
  } catch (thrown) {
    await end();
    throw thrown;
  }
}
