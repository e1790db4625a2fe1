// Free ports: tried for real, never handed out twice, and in words when there is none.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { createPortPool } from '../../../../embedded-server/runtime/server-runs/port-pool.ts';

const FROM = 9_300;

test('all of the range is handed out once, then none', async () => {
  const pool = createPortPool({ from: FROM, to: FROM + 4 });
  const ports = await Promise.all([pool.take(), pool.take(), pool.take(), pool.take(), pool.take()]);
  expect(new Set(ports).size).toBe(5);
  await expect(pool.take()).rejects.toMatchObject({ code: 'NO_FREE_PORT', metadata: { ours: 5 } });
  pool.giveBack(FROM + 2);
  expect(await pool.take()).toBe(FROM + 2);
});

test('a port just given back is the last to be handed out again', async () => {
  const pool = createPortPool({ from: FROM + 10, to: FROM + 12 });
  const first = await pool.take();
  pool.giveBack(first);
  const after = (steps: number) => FROM + 10 + ((first - FROM - 10 + steps) % 3);
  expect([await pool.take(), await pool.take(), await pool.take()]).toEqual([after(1), after(2), first]);
});

test('services of one machine do not all begin at the same port', async () => {
  const pools = Array.from({ length: 12 }, () => createPortPool({ from: FROM, to: FROM + 8_000 }));
  const begun = await Promise.all(pools.map((pool) => pool.take()));
  expect(new Set(begun).size).toBeGreaterThan(1);
});

test.each(['127.0.0.1', '0.0.0.0'])('a port that a program has on %s is not free, for TCP nor UDP', async (host) => {
  const [tcp, udp] = [createServer().listen(FROM + 20, host), createSocket('udp4').bind(FROM + 21, host)];
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  const pool = createPortPool({ from: FROM + 20, to: FROM + 22 });
  try {
    expect(await pool.take()).toBe(FROM + 22);
    await expect(pool.take()).rejects.toThrow('1 are taken by servers of this Slipway');
    await pool.takeThis(FROM + 20, 'udp');
    pool.giveBack(FROM + 20);
    const owner = expect.stringContaining(`process ${process.pid}`);
    await expect(pool.takeThis(FROM + 20, 'tcp')).rejects.toMatchObject({ metadata: { reason: 'port-taken', owner } });
    await expect(pool.takeThis(FROM + 21, 'udp')).rejects.toMatchObject({ metadata: { reason: 'port-taken', owner } });
  } finally {
    tcp.close();
    udp.close();
  }
});

test('a port that another server was promised is refused', async () => {
  const pool = createPortPool({ from: FROM + 30, to: FROM + 30 });
  const port = await pool.take();
  await expect(pool.takeThis(port, 'tcp')).rejects.toThrow('another server of this Slipway');
});

test('a row is free from its first to its last, and a number may be had for TCP by one and for UDP by another', async () => {
  const pool = createPortPool({ from: FROM + 70, to: FROM + 89 });
  const row = await pool.take(4);
  const beside = await pool.take(4);
  expect(Math.abs(row - beside)).toBeGreaterThanOrEqual(4);
  await expect(pool.takeThis(row + 3, 'udp')).rejects.toThrow('another server of this Slipway');
  await expect(pool.take(18)).rejects.toMatchObject({ code: 'NO_FREE_PORT' });
  pool.giveBack(row + 1, ['tcp']);
  await pool.takeThis(row + 1, 'tcp', { text: 'the server b' });
  await expect(pool.takeThis(row + 1, ['tcp', 'udp'])).rejects.toThrow(
    `Port ${row + 1} (TCP) is taken by the server b.`,
  );
});

test('a port that is handed on is free once the last of the two has given it back', async () => {
  const pool = createPortPool({ from: FROM + 50, to: FROM + 59 });
  await pool.takeThis(FROM + 55, ['tcp', 'udp'], { text: 'the old one' });
  pool.share(FROM + 55, ['tcp', 'udp'], { text: 'the new one' });
  pool.giveBack(FROM + 55);
  await expect(pool.takeThis(FROM + 55, 'udp')).rejects.toThrow('taken by the new one');
  pool.giveBack(FROM + 55);
  await pool.takeThis(FROM + 55, 'udp');
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ family }) => family === 'IPv6'));

test.skipIf(!hasIpv6)('a port that a program has for all addresses of IPv6 is not free, for UDP nor TCP', async () => {
  const socket = createSocket({ type: 'udp6', ipv6Only: true }).bind(FROM + 60, '::');
  const server = createServer().listen({ port: FROM + 61, host: '::', ipv6Only: true });
  await Promise.all([once(socket, 'listening'), once(server, 'listening')]);
  const pool = createPortPool({ from: FROM + 60, to: FROM + 62 });
  try {
    await pool.takeThis(FROM + 60, 'tcp');
    await expect(pool.takeThis(FROM + 60, 'udp')).rejects.toThrow(`process ${process.pid}`);
    await expect(pool.takeThis(FROM + 61, 'tcp')).rejects.toThrow(`process ${process.pid}`);
    expect(await pool.take()).toBe(FROM + 62);
  } finally {
    socket.close();
    server.close();
  }
});
