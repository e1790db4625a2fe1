// Who asks before it sends is told to go on only once what can be checked before was, whoever reads the request.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openRaw, readAll, statuses } from '../../../support/raw-http.ts';
import { prepareBuild, randomFile, startUploads } from '../../../support/upload.ts';

const BYTES = 100_000;

async function startAsking() {
  const { server, call, place } = await startUploads();
  const { parts } = await prepareBuild(call, place, { bytes: BYTES });
  const { pathname, search } = new URL([...parts][0]?.url ?? '');
  const own = `127.0.0.1:${server.port}`;
  /** As node:http reads it, where it has an origin. */
  const headOf = (first: string, length: number, more: string) =>
    `${first} HTTP/1.1\r\nHost: ${own}\r\n${more}Content-Length: ${length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
  const ask = async (head: string, body: Uint8Array | string) => {
    const socket = await openRaw(server.port);
    let first = '';
    socket.on('data', (chunk) => (first += String(chunk)));
    const answer = readAll(socket);
    socket.write(head);
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    if (statuses(first)[0] === 100) socket.write(body);
    return statuses(await answer);
  };
  return { ask, headOf, server, origin: `Origin: http://${own}\r\n`, address: pathname + search };
}

it.each(['front', 'node:http'])(
  'tells the sender of a part to go on, and not one that may not send (%s)',
  async (way) => {
    const { ask, headOf, origin, address } = await startAsking();
    const more = way === 'front' ? '' : origin;
    const changed = address.replace(/signature=.../, 'signature=AAA');
    expect(await ask(headOf(`PUT ${changed}`, BYTES, more), '')).toEqual([403]);
    expect(await ask(headOf(`PUT ${address}`, BYTES - 1, more), '')).toEqual([400]);
    expect(await ask(headOf(`PUT ${address}`, BYTES, more), randomFile(BYTES))).toEqual([100, 200]);
  },
);

it('tells the caller of a call to go on, and not one without a token', async () => {
  const { ask, headOf, server } = await startAsking();
  const body = JSON.stringify({ display_name: 'Asked' });
  const head = (more: string) => headOf('POST /group/groups', body.length, `${more}Content-Type: application/json\r\n`);
  expect(await ask(head(''), '')).toEqual([401]);
  expect(await ask(head(`Authorization: Bearer ${server.token}\r\n`), body)).toEqual([100, 200]);
});
