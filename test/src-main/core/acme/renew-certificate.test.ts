// When a certificate is renewed, and what holds while its authority is away. `slipway serve` with a real authority: serve-acme.test.ts.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  type AcmeOptions,
  type Certificate,
  createAccountKey,
  obtainCertificate,
} from '../../../../src-main/core/acme/obtain-certificate.ts';
import { type KeepOptions, keepCertificateRenewed } from '../../../../src-main/core/acme/renew-certificate.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const HOST = 'games.example';
const DAYS = 9;
const DAY_MS = 86_400_000;

async function made(days = DAYS): Promise<Certificate> {
  const { cert, keyFile } = await makeCertificate(HOST, days);
  return { cert, key: await readFile(keyFile, 'utf8') };
}

async function keepWith(change: Partial<KeepOptions>) {
  const said: string[] = [];
  let asked = 0;
  const options: KeepOptions = {
    email: 'ops@games.example',
    host: HOST,
    directoryUrl: 'https://authority.example/dir',
    challengePort: 80,
    folder: await makeTempFolder('acme'),
    log: (level, message) => said.push(`${level}: ${message}`),
    mostWaitMs: 10,
    ...change,
    obtain: (...given) => {
      asked += 1;
      return change.obtain === undefined ? made() : change.obtain(...given);
    },
  };
  const kept = await keepCertificateRenewed(options);
  onTestFinished(kept.close); // the last renewal makes files
  return { ...kept, options, said, asked: () => asked };
}

it('is renewed when a third of its life is left, and by nobody before', async () => {
  let at = Date.now();
  const { file, asked } = await keepWith({ now: () => at });
  const first = await readFile(file, 'utf8');
  at += (DAYS * 2 * DAY_MS) / 3 - DAY_MS;
  await new Promise((resolve) => setTimeout(resolve, 50)); // it has looked a few times
  expect(asked()).toBe(1);
  at += 2 * DAY_MS;
  await until(async () => (await readFile(file, 'utf8')) !== first, 'a new one');
});

it('of a day is looked at before a third of that has passed', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => waits.mockRestore());
  await keepWith({ mostWaitMs: DAY_MS, obtain: () => made(1) });
  await until(() => waits.mock.calls.some(([, ms]) => ms === DAY_MS / 10), 'it to wait');
});

it('stays in use while its authority is away, which is said, and is no reason to start later', async () => {
  let isAway = false;
  let at = Date.now();
  const obtain = async () => {
    if (isAway) throw new Error('it does not answer');
    return await made();
  };
  const { file, options } = await keepWith({ obtain, now: () => at });
  const first = await readFile(file, 'utf8');
  isAway = true;
  at += (DAYS - 1) * DAY_MS;
  const again = await keepWith({ folder: options.folder, obtain, now: () => at });
  expect(await readFile(again.file, 'utf8')).toBe(first);
  await until(() => again.said.some((line) => line.startsWith('error: ')), 'it to be said');
  isAway = false;
  await until(async () => (await readFile(file, 'utf8')) !== first, 'a new one');
});

it('that has ended is worth nothing: without its authority nothing starts', async () => {
  let at = Date.now();
  const { options } = await keepWith({ now: () => at });
  at += (DAYS + 1) * DAY_MS;
  const obtain = () => Promise.reject(new Error('it does not answer'));
  await expect(keepWith({ folder: options.folder, obtain, now: () => at })).rejects.toThrow('it does not answer');
});

async function openAuthority(answer: RequestListener): Promise<AcmeOptions> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const directoryUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/dir`;
  return { email: 'ops@games.example', host: HOST, directoryUrl, challengePort: 0 };
}

const noAnswer = /came from 127\.0\.0\.1:\d+: no answer came in time\. The name has to lead to this machine/;

it('is given up for now where the authority takes the connection and stays silent', async () => {
  const authority = await openAuthority(() => undefined);
  const obtain = obtainCertificate(authority, await createAccountKey(), { answerMs: 100, allMs: 600_000 });
  await expect(obtain).rejects.toThrow(noAnswer);
});

it('is given up for now where the authority asks to come back in days', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const authority = await openAuthority(
    (_, response) => void response.writeHead(503, { 'retry-after': '86400' }).end(),
  );
  const obtain = expect(obtainCertificate(authority, await createAccountKey())).rejects.toThrow(noAnswer);
  await until(() => vi.getTimerCount() === 2, 'it to wait');
  await vi.advanceTimersByTimeAsync(600_000);
  await obtain;
});
