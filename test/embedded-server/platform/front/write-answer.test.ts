// Answers that are alike share their bytes: each caller still gets its own id, whether it reads at once or late.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { writeAnswer } from '../../../../embedded-server/platform/front/write-answer.ts';
import { writeJson } from '../../../../embedded-server/platform/front/write-json.ts';

/** Both ends of a connection. */
async function openPair(): Promise<{ near: Socket; far: Socket }> {
  const server = createServer({ allowHalfOpen: true });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [near]: Socket[] = await once(server, 'connection');
  onTestFinished(() => {
    far.destroy();
    near?.destroy();
    server.close();
  });
  if (near === undefined) throw new Error('Nobody came');
  return { near, far };
}

const ids = Array.from({ length: 4 }, (_, number) => `0000000${number}-0000-4000-8000-000000000000`);
const idOf = (answer: Buffer) => /rvt-ray-id: (\S+)/.exec(answer.toString('latin1', 0, 500))?.[1];
const bodyOf = (answer: Buffer): unknown => JSON.parse(answer.subarray(answer.indexOf('\r\n\r\n') + 4).toString());

it.each([
  ['of ASCII', 'a'],
  ['of other signs', 'ä'],
])('gives each caller its own id, also those that do not read yet: a body %s', async (_what, sign) => {
  const body = { words: sign.repeat(1_000) };
  const answer = { status: 200, headers: {}, body: writeJson(body) };
  // More than the system takes from one that does not read, so that the answer waits behind it.
  const before = Buffer.alloc(64_000_000);
  const pairs = await Promise.all(ids.map(openPair));
  for (const [number, { near }] of pairs.entries()) {
    near.write(before);
    writeAnswer(near, answer, ids[number] ?? '', true);
    expect(near.writableLength).toBeGreaterThan(1_000);
    near.end();
  }
  const answers = await Promise.all(pairs.map(async ({ far }) => (await buffer(far)).subarray(before.length)));
  expect(answers.map(idOf)).toEqual(ids);
  for (const each of answers) expect(bodyOf(each)).toEqual(body);
});

it('gives each of many who get the same at once its own id', async () => {
  const answer = { status: 200, headers: {}, body: writeJson({ version: 'ä1' }) };
  const pairs = await Promise.all(ids.map(openPair));
  for (const [number, { near }] of pairs.entries()) writeAnswer(near, answer, ids[number] ?? '', number % 2 === 0);
  for (const { near } of pairs) near.end();
  const answers = await Promise.all(pairs.map(({ far }) => buffer(far)));
  expect(answers.map(idOf)).toEqual(ids);
  const connections = answers.map((each) => /Connection: (\S+)/.exec(each.toString())?.[1]);
  expect(connections).toEqual(['close', 'keep-alive', 'close', 'keep-alive']);
});
