// Senders that hardly send: they are cut off, their parts can be sent again, and one address takes only a few at once. Both ways a
// part comes in are held to the same.
import { expect, it, vi } from 'vitest';
import { openRaw, readAll, statuses } from '../../../support/raw-http.ts';
import { until } from '../../../support/until.ts';
import { blobs, prepareBuild, randomFile, sha256, startUploads } from '../../../support/upload.ts';

const LEAST = { bytes: 1_000, withinMs: 1_500 };
const BYTES = 300_000;

/** `way` is node:http for requests that are not as plain as can be. */
async function startSlow(way: 'front' | 'node:http', leastPace = LEAST) {
  const started = await startUploads({ limits: { leastPace } });
  const { server, call, place } = started;
  const file = Buffer.from(randomFile(BYTES));
  const { parts } = await prepareBuild(call, place, { bytes: BYTES });
  const { pathname, search } = new URL([...parts][0]?.url ?? '');
  const own = `127.0.0.1:${server.port}`;
  const more = way === 'front' ? '' : `Origin: http://${own}\r\n`;
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${own}\r\n${more}Content-Length: ${BYTES}\r\nConnection: close\r\n\r\n`;
  const begin = async (bytes: number) => {
    const socket = await openRaw(server.port);
    socket.write(head);
    socket.write(file.subarray(0, bytes));
    return socket;
  };
  const sendWhole = async () => statuses(await readAll(await begin(BYTES)));
  const isStored = async () => (await blobs(server.dataFolder)).includes(sha256(file).toString('hex'));
  return { ...started, file, begin, sendWhole, isStored };
}

it.each(['front', 'node:http'] as const)(
  'cuts off who has become silent, and takes the part again (%s)',
  async (way) => {
    const { begin, sendWhole, isStored } = await startSlow(way);
    const silent = await Promise.all([begin(0), begin(10), begin(100_000)]);
    const answers = await Promise.all(silent.map(readAll));
    expect(answers.flatMap(statuses)).not.toContain(200);
    expect(await sendWhole()).toEqual([200]);
    expect(await isStored()).toBe(true);
  },
);

it.each(['front', 'node:http'] as const)('lets one go on that is slow, but not too slow (%s)', async (way) => {
  const { begin, file, isStored } = await startSlow(way);
  const [silent, slow] = await Promise.all([begin(0), begin(0)]);
  const answer = readAll(slow);
  const isCut = vi.fn<() => void>();
  silent.resume().once('close', isCut);
  let sent = 0;
  while (isCut.mock.calls.length === 0) {
    sent += 1_000;
    slow.write(file.subarray(sent - 1_000, sent));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  slow.write(file.subarray(sent));
  expect(statuses(await answer)).toEqual([200]);
  expect(await isStored()).toBe(true);
});

it.each(['front', 'node:http'] as const)(
  'takes a part over eight connections at once, and says so to the next (%s)',
  async (way) => {
    const { begin, sendWhole, isStored, log } = await startSlow(way, { bytes: 1, withinMs: 600_000 });
    const all = await Promise.all(Array.from({ length: 9 }, () => begin(1_000)));
    const ends = all.map(async (socket) => ({ socket, answer: statuses(await readAll(socket)) }));
    const refused = await Promise.race(ends);
    expect(refused.answer).toEqual([429]);
    expect(await sendWhole()).toEqual([429]);
    all.find((socket) => socket !== refused.socket)?.destroy();
    await until(async () => (await sendWhole())[0] === 200, 'a free place');
    expect(await isStored()).toBe(true);
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

it('goes on answering while a hundred hardly send', async () => {
  const { server, call, place } = await startUploads();
  const slow = await Promise.all(
    Array.from({ length: 100 }, async (_, number) => {
      const { parts } = await prepareBuild(call, place, { name: `slow ${number}`, bytes: BYTES });
      const { pathname, search } = new URL([...parts][0]?.url ?? '');
      const socket = await openRaw(server.port);
      const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: ${BYTES}\r\n`;
      socket.write(`${head}Connection: close\r\n\r\n`);
      socket.write(Buffer.alloc(40_000));
      return socket;
    }),
  );
  expect((await call('GET', `/cloud/games/${place.game_id}`)).status).toBe(200);
  for (const socket of slow) socket.write(Buffer.alloc(BYTES - 40_000, 1));
  const answers = await Promise.all(slow.map(readAll));
  expect(answers.flatMap(statuses)).toEqual(Array(100).fill(200));
});
