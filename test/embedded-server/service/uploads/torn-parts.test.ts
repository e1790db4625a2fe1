// A part that broke off goes on where it did, for a sender that asks for that; for all others it is whole or not there.
import { expect, it } from 'vitest';
import { startTestService } from '../../../support/service.ts';
import { beginPart, heldOf, tear } from '../../../support/torn-part.ts';
import { until } from '../../../support/until.ts';
import {
  blobs,
  digestHeader,
  prepareBuild,
  put,
  randomProgram,
  sha256,
  startUploads,
} from '../../../support/upload.ts';

const MiB = 1_048_576;
/** What is plain goes past node:http, what is not through it. */
const ways = [
  ['past node:http', ''],
  ['through node:http', 'TE: trailers\r\n'],
] as const;

async function startPart(bytes: number, options: Parameters<typeof startUploads>[0] = {}) {
  const started = await startUploads(options);
  const { build: id, parts } = await prepareBuild(started.call, started.place, { bytes });
  const url = parts[0]?.url ?? '';
  const part = randomProgram(bytes);
  const goOn = async (from: number, headers: Record<string, string> = {}) => {
    const range = { 'content-range': `bytes ${from}-${bytes - 1}/${bytes}` };
    return await put(url, part.subarray(from), {
      headers: { ...range, 'repr-digest': digestHeader(part), ...headers },
    });
  };
  return { ...started, id, url, part, goOn };
}

it.each(ways)('goes on where it broke off, twice, %s', async (_, headers) => {
  const { url, part, goOn, server, id, upload } = await startPart(3 * MiB + 5);
  await tear({ url, part, to: 1_000_001, headers });
  await tear({ url, part, from: 1_000_001, to: 2 * MiB + 7, headers });
  expect(await upload(id)).toMatchObject({
    keeps_torn_parts: true,
    complete: false,
    parts: [{ received: false, bytes_held: 2 * MiB + 7 }],
  });
  const { status, headers: answer } = await goOn(2 * MiB + 7);
  expect([status, answer.get('content-digest')]).toEqual([200, digestHeader(part)]);
  expect(await heldOf(url)).toBe('in');
  expect((await upload(id)).parts[0]).not.toHaveProperty('bytes_held');
  expect(await blobs(server.dataFolder)).toEqual([sha256(part).toString('hex')]);
});

it.each(ways)(
  'keeps what came slowly while it comes, and after the service was started again, %s',
  async (_, headers) => {
    const { url, part, server } = await startPart(3 * MiB);
    const socket = await beginPart({ url, part, to: 300_000, headers });
    const whole = headers === '' ? 300_000 - (300_000 % 4_096) : 300_000;
    socket.write(part.subarray(300_000, 300_001));
    await until(async () => (await heldOf(url)) === whole || (await heldOf(url)) === 300_001);
    socket.destroy();
    await server.close();
    await startTestService({ dataFolder: server.dataFolder, port: server.port });
    expect(await heldOf(url)).toBeGreaterThanOrEqual(whole);
  },
);

it('takes nothing of a part for which that was not asked', async () => {
  const { url, part } = await startPart(MiB);
  await tear({ url, part, to: 500_000 });
  expect((await put(url, part.subarray(0, 1_000))).status).toBe(400);
  expect(await heldOf(url)).toBe(500_000); // a wrong length is refused before a byte is read
  expect((await put(url, part)).status).toBe(200);
});

it('never takes other bytes for the part: what was kept is dropped then', async () => {
  const { url, goOn } = await startPart(MiB);
  await tear({ url, part: randomProgram(MiB), to: 500_000 });
  expect(await goOn(500_000)).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
  expect(await heldOf(url)).toBe(0);
  expect((await goOn(0)).status).toBe(200);
});

it('goes on before the end of what is kept, but not behind it', async () => {
  const { url, part, goOn } = await startPart(MiB);
  await tear({ url, part, to: 500_000 });
  expect(await goOn(500_001)).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
  await tear({ url, part, from: 400_000, to: 450_000 });
  expect((await goOn(450_000)).status).toBe(200);
  // A part that is in may be sent again, whole or from anywhere on, and stays what it is.
  expect((await goOn(450_000)).status).toBe(200);
  expect((await goOn(0)).status).toBe(200);
  const range = { 'content-range': `bytes 450000-${MiB - 1}/${MiB}` };
  const unsaid = await put(url, part.subarray(450_000), { headers: range });
  expect(unsaid).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
  const other = { 'repr-digest': digestHeader(randomProgram(99)) };
  expect(await goOn(450_000, other)).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
  expect(await heldOf(url)).toBe('in');
});

it.each(ways)('ends the line before, which only looks open, %s', async (_, headers) => {
  const { url, part, goOn } = await startPart(MiB);
  const socket = await beginPart({ url, part, to: 500_000, headers });
  await until(async () => Number(await heldOf(url)) >= 450_000);
  const held = Number(await heldOf(url));
  expect((await goOn(held)).status).toBe(200);
  socket.destroy();
  expect(await heldOf(url)).toBe('in');
});

it.each([
  ['bytes 0-9/10', 'another length'],
  ['bytes 5-99/1048576', 'not to the end'],
  ['bytes */1048576', 'no place'],
])('refuses "%s": %s', async (range) => {
  const { goOn } = await startPart(MiB);
  expect(await goOn(0, { 'content-range': range })).toMatchObject({ status: 400, body: { code: 'UPLOAD_INVALID' } });
});

it('goes with its upload, and holds it back for a week', async () => {
  let now = Date.now();
  const { url, part, id, call, upload, place } = await startPart(MiB, { now: () => now });
  now += 6 * 60 * 60 * 1000 - 1;
  await tear({ url, part, to: 500_000 });
  expect((await upload(id)).parts[0]?.bytes_held).toBe(500_000);
  const { status } = await call('DELETE', `/games/${place.game_id}/environments/${place.environment_id}/builds/${id}`);
  expect(status).toBe(200);
  expect((await put(url, part)).status).toBe(404);
});
