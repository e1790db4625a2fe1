// The relays that are measured: ours in a process of its own, and Debian's haproxy (TCP) and nginx (UDP) with what they do
// unless told otherwise, and no log.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { RelayServerOrder, RelayServerReady } from './relay-server.ts';

/** The ports are in the order of the targets. */
export type RelaySide = { pid: number; ports: number[]; stop(): Promise<void> };

const streamModule = '/usr/lib/nginx/modules/ngx_stream_module.so';

/** A sentence when nginx is not there, or cannot relay. */
export async function lackingStreamModule(): Promise<string | undefined> {
  const isThere = await access(streamModule).then(
    () => true,
    () => false,
  );
  return isThere ? undefined : 'not measured: nginx has no stream module; install "libnginx-mod-stream"';
}

type Ours = RelaySide & {
  setConditions(conditions: { latency_ms: number; jitter_ms: number } | undefined): Promise<void>;
};

export async function startOurs(protocol: 'tcp' | 'udp', targets: readonly number[]): Promise<Ours> {
  const file = path.join(import.meta.dirname, 'relay-server.ts');
  const child = fork(file, [protocol, ...targets.map(String)]);
  const [ready] = await once(child, 'message');
  const tell = (order: RelayServerOrder) => child.send(order);
  const stop = async () => {
    const ended = once(child, 'exit');
    tell('stop');
    await ended;
  };
  const setConditions: Ours['setConditions'] = async (conditions) => {
    const isSet = once(child, 'message');
    tell({ conditions });
    await isSet;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what relay-server.ts says first
  return { pid: child.pid ?? 0, ports: ready as RelayServerReady, setConditions, stop };
}

export async function startHaproxy(folder: string, targets: readonly number[]): Promise<RelaySide> {
  const ports = await Promise.all(targets.map(() => freePort()));
  const times = 'timeout connect 5s\n  timeout client 1m\n  timeout server 1m';
  const places = targets.map((target, index) => {
    return `listen port-${index}\n  bind 127.0.0.1:${ports[index]}\n  server target 127.0.0.1:${target}\n`;
  });
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, `defaults\n  mode tcp\n  ${times}\n${places.join('')}`);
  return { ports, ...(await startProgram('haproxy', ['-q', '-db', '-f', file])) };
}

export async function startNginxStream(folder: string, targets: readonly number[]): Promise<RelaySide> {
  const ports = await Promise.all(targets.map(() => freePort()));
  const servers = targets.map((target, index) => {
    return `  server { listen 127.0.0.1:${ports[index]} udp; proxy_pass 127.0.0.1:${target}; proxy_timeout 60s; }\n`;
  });
  const own = path.join(folder, 'nginx');
  await mkdir(own, { recursive: true });
  await writeFile(
    path.join(own, 'nginx.conf'),
    `load_module ${streamModule};
daemon off; pid pid; worker_processes auto; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 4096; }
stream {
  access_log off;
${servers.join('')}}
`,
  );
  return { ports, ...(await startProgram('nginx', ['-p', own, '-c', 'nginx.conf', '-e', 'errors'])) };
}

async function startProgram(name: string, words: readonly string[]): Promise<Omit<RelaySide, 'ports'>> {
  const child = spawn(name, words, { stdio: 'ignore' });
  await once(child, 'spawn');
  await wait(1_000); // neither says when it listens; a round that comes too early fails and says so
  if (child.exitCode !== null) throw new Error(`${name} ended at once with ${child.exitCode}`);
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { pid: child.pid ?? 0, stop };
}
