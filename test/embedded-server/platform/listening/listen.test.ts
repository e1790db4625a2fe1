// Ports: the requested one, the next free one with a sentence about who has the first, or a clear refusal.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listenAsAsked } from '../../../../embedded-server/platform/listening/listen.ts';
import { asAppError } from '../../../../src-shared/errors/app-error.ts';
import { messageOf } from '../../../../src-shared/text/message.ts';
import { leftInEnglish } from '../../../support/in-german.ts';
import { until } from '../../../support/until.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function occupy(port: number): Promise<number> {
  const server: Server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => new Promise((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

/** Twenty that nobody is given by chance: below those of outgoing connections, and below those of the servers of other tests. */
function ownPorts(): number {
  return 9_500 + 20 * (process.pid % 24);
}

async function listen(port: number) {
  const bound = await listenAsAsked(createHttpServer(), '127.0.0.1', { port, log: () => undefined });
  open.push(bound.close);
  return bound;
}

it('takes the requested port when it is free', async () => {
  const port = await occupy(ownPorts());
  await open.pop()?.();
  expect(await listen(port)).toMatchObject({ port, notices: [] });
});

it('takes the next free one and names the program that has the first', async () => {
  const taken = await occupy(ownPorts());
  const { port, notices } = await listen(taken);
  expect(port).toBeGreaterThan(taken);
  const [notice] = notices.map(({ text }) => text);
  expect(notice).toContain(`Port ${taken} is taken by`);
  if (process.platform === 'linux') expect(notice).toContain(`(process ${process.pid})`);
  expect(notice).toContain(`using ${port}`);
  expect(notices.flatMap(leftInEnglish)).toEqual([]);
});

it('says so when none of the twenty is free', async () => {
  // One that another program has is taken as well.
  const base = ownPorts();
  for (let port = base; port < base + 20; port += 1) await occupy(port).catch(() => port);
  const failure = listen(base);
  await expect(failure).rejects.toMatchObject({ code: 'NO_FREE_PORT' });
  await expect(failure).rejects.toThrow(`The ports ${base} to ${base + 19} are all taken`);
});

describe('a port that callers from elsewhere know', () => {
  it('is waited for while the one before is ending, and said so once', async () => {
    const taken = await occupy(ownPorts());
    const said: string[] = [];
    const log = (_level: string, text: string) => void said.push(text);
    const bound = listenAsAsked(createHttpServer(), '127.0.0.1', { port: taken, keepsPort: true, log });
    await until(() => said.length > 0);
    await open.pop()?.();
    const { port, notices, close } = await bound;
    open.push(close);
    expect({ port, notices, said: said.length }).toEqual({ port: taken, notices: [], said: 1 });
  });

  it('is never swapped for another one: the refusal names who has it', async () => {
    const taken = await occupy(ownPorts());
    const asked = { port: taken, keepsPort: true, waitMs: 200, log: () => undefined };
    const refused = listenAsAsked(createHttpServer(), '127.0.0.1', asked);
    const thrown = await refused.catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'PORT_TAKEN' });
    const sentence = messageOf(asAppError(thrown));
    expect(sentence.text).toMatch(new RegExp(`^Port ${taken} is taken by .+, so it did not start\\. End that program`));
    if (process.platform === 'linux') expect(sentence.text).toContain(`(process ${process.pid})`);
    expect(leftInEnglish(sentence)).toEqual([]);
  });
});
