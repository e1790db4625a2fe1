// The S3-compatible stores that tests use: real servers of different makes, each in a process of its own with a bucket in it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { StorePlace } from '../../../embedded-server/platform/object-store/object-store.ts';
import { createStoreSender } from '../../../embedded-server/platform/object-store/store-request.ts';
import { closeAtEnd } from '../start-once.ts';
import { makeTempFolder } from '../temp-folder.ts';
import { startRadosGateway } from './rados-gateway.ts';

export type StoreMake = {
  name: string;
  /** Why it is not on this machine. */
  missing: string | undefined;
  start(): Promise<StorePlace>;
};

const BUCKET = 'builds';

const swift: StoreMake = {
  name: 'OpenStack Swift',
  missing: existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py') ? undefined : 'no python3-swift',
  start: async () => {
    const folder = await makeTempFolder('swift');
    const program = path.join(import.meta.dirname, 'swift-store.py');
    const child = spawn('/usr/bin/python3', [program, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
    closeAtEnd(() => endChild(child));
    const endpoint = `http://127.0.0.1:${await firstLine(child)}`;
    return await withBucket({ endpoint, keys: { id: 'test:tester', secret: 'testing' } });
  },
};

const ceph: StoreMake = {
  name: "Ceph's RADOS gateway",
  missing: ['radosgw', 'ceph-mon', 'ceph-osd'].every((name) => existsSync(`/usr/bin/${name}`))
    ? undefined
    : 'no radosgw',
  start: async () => await withBucket(await startRadosGateway(endChild)),
};

export const storeMakes: readonly [StoreMake, ...StoreMake[]] = [swift, ceph];

async function withBucket(place: Pick<StorePlace, 'endpoint' | 'keys'>): Promise<StorePlace> {
  const whole = { ...place, region: 'us-east-1', bucket: BUCKET, prefix: 'studio/game builds' };
  const { send, close } = createStoreSender(whole, BUCKET);
  const made = await send({ method: 'PUT', key: '' });
  close();
  if (made.kind === 'refused') throw made.error;
  return whole;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('A child with a pipe has one');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The store ended before it said where it answers');
}
