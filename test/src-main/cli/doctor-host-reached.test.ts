// `slipway doctor --host` on how a service is reached: its ports, its certificate, its public address and the clocks there and here.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { slipwayProgram } from '../../support/bundled.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { whenEnded } from '../../support/command.ts';
import { freePort } from '../../support/free-port.ts';
import { bad, check, expectOnly, one, reportOf, usedFolder, wordsFor } from '../../support/host-check.ts';
import { startTestService } from '../../support/service.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

async function listenOn(port: number, address = '127.0.0.1'): Promise<void> {
  const server = createServer().listen(port, address);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
}

it('names who has the port of the service: a warning for this machine alone, and a stop for callers from elsewhere', async () => {
  const port = await freePort();
  await listenOn(port);
  const taken = new RegExp(`^Port ${port} is taken by .+\\. The service would listen on another one\\.$`);
  expectOnly(await check({ port: String(port) }), 'port', 'warning', taken);
  const outside = { port: String(port), 'trust-proxy': 'yes', 'public-url': 'https://127.0.0.1' };
  const none = new RegExp(`^Port ${port} is taken by .+\\. The service would not start\\.$`);
  expectOnly(await check(outside), 'port', 'stop', none);
});

it('warns of who has the port at the other address of localhost', async ({ skip }) => {
  const port = await freePort();
  await listenOn(port, '::1').catch(() => skip('no IPv6 here'));
  const said = new RegExp(
    `^Port ${port} at ::1, which is localhost as well, is taken by .+ may send it their tokens\\.$`,
  );
  expectOnly(await check({ port: String(port) }), 'port', 'warning', said);
});

it('stops at an address that this machine does not have', async () => {
  const outside = { port: '7420', listen: '203.0.113.9', 'trust-proxy': 'yes', 'public-url': 'https://127.0.0.1' };
  expectOnly(await check(outside), 'port', 'stop', /203\.0\.113\.9 is no address of this machine/);
});

it.runIf(isRoot && isLinux)('stops at port 443 without the right to it', async () => {
  const home = await makeTempFolder('home');
  const words = await wordsFor({ data: path.join(home, 'data'), port: '443' });
  const without = ['--bounding-set=-net_bind_service', process.execPath, slipwayProgram, ...words];
  const report = reportOf(await whenEnded(spawn('setpriv', without, { env: { ...process.env, SLIPWAY_HOME: home } })));
  expectOnly(report, 'port', 'stop', /Port 443 needs rights that the user of the service does not have/);
});

it.runIf(isLinux)('tells who has the ports of players, and when those are of the system', async () => {
  const port = await freePort();
  await listenOn(port);
  const none = await check({ 'server-ports': `${port}-${port}` });
  expectOnly(none, 'player ports', 'stop', /^1 of 1 ports .* are taken by others: \d+ by .+\.$/);
  expectOnly(await check({ 'server-ports': `${port}-${port + 1}` }), 'player ports', 'warning', /^1 of 2 ports/);
  const few = await check({ 'server-ports': `${port - 50}-${port + 50}` });
  expect(few.checks).toContainEqual(
    expect.objectContaining({
      check: 'player ports',
      severity: 'ok',
      sentence: expect.stringContaining('Servers get the rest'),
    }),
  );
  const report = await check({ 'server-ports': '33000-33009' });
  expect(bad(report)).toMatchObject([
    { sentence: expect.stringMatching(/gives ports from \d+ to \d+ to programs that call out/) },
  ]);
});

/** What a service with TLS is given, at an address that any machine has. */
const secure = ({ certFile, keyFile }: { certFile: string; keyFile: string }, host = '127.0.0.1') => ({
  listen: '127.0.0.1',
  'public-url': `https://${host}`,
  'tls-cert': certFile,
  'tls-key': keyFile,
});

it('takes a certificate that fits, and tells one that does not by what is wrong with it', async () => {
  const good = await makeCertificate('games.example', 90);
  expect(one(await check(secure(good)), 'certificate')?.sentence).toMatch(/fits its key and name, and is good until/);
  const soon = await makeCertificate('games.example', 3);
  expectOnly(await check(secure(soon)), 'certificate', 'warning', /expires in 2 days, on /);
  const other = await makeCertificate('other.example', 90);
  const keyOfOther = { certFile: good.certFile, keyFile: other.keyFile };
  expectOnly(await check(secure(keyOfOther)), 'certificate', 'stop', /does not belong to the certificate/);
  const named = await check(secure(other, 'localhost.games.example'));
  expect(one(named, 'certificate')?.sentence).toMatch(
    /is for other\.example, localhost, 127\.0\.0\.1, not for localhost\.games\.example\. Callers refuse/,
  );
  expect(named.code).toBe(1);
  await rm(soon.certFile);
  expectOnly(await check(secure(soon)), 'certificate', 'stop', /certificate \S+ cannot be read: it does not exist/);
  await chmod(good.keyFile, 0o644);
  const report = await check(secure(good));
  expect(bad(report)).toMatchObject([
    { severity: 'warning', sentence: expect.stringMatching(/Every user of this machine can read the key/) },
  ]);
});

it('stops at a certificate that is over, and warns of one without its chain', async () => {
  const folder = await makeTempFolder('chain');
  const at = (name: string) => path.join(folder, name);
  const authority = await makeCertificate('authority', 90);
  const names = at('names');
  await writeFile(names, 'subjectAltName=IP:127.0.0.1\n');
  await run('openssl', [
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=games.example',
    '-keyout',
    at('key.pem'),
    '-out',
    at('csr.pem'),
  ]);
  const sign = ['-CA', authority.certFile, '-CAkey', authority.keyFile, '-CAcreateserial', '-extfile', names];
  const signFor = (days: string) =>
    run('openssl', ['x509', '-req', '-in', at('csr.pem'), ...sign, '-days', days, '-out', at('cert.pem')]);
  const files = { certFile: at('cert.pem'), keyFile: at('key.pem') };
  await signFor('90');
  expectOnly(await check(secure(files)), 'certificate', 'warning', /comes without its chain\. Most programs refuse it/);
  await signFor('-1');
  expectOnly(await check(secure(files)), 'certificate', 'stop', /expired on .+\. Callers refuse it\./);
});

it('looks at the certificate of an authority: none yet, damaged, of a day', async () => {
  const home = await makeTempFolder('home');
  const name = 'games.localhost';
  const acme = {
    'acme-email': 'ops@games.example',
    'public-url': `https://${name}`,
    'acme-http-port': String(await freePort()),
  };
  const none = await check(acme, { home });
  expect(one(none, 'certificate')).toMatchObject({
    severity: 'note',
    sentence: expect.stringMatching(/^There is no certificate for games\.localhost yet/),
  });
  const file = path.join(home, 'acme', name, 'certificate.pem');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'not a certificate');
  const damaged = await check(acme, { home });
  expect(one(damaged, 'certificate')).toMatchObject({
    severity: 'warning',
    sentence: expect.stringMatching(/is damaged\. The next start gets another/),
  });
  const { cert } = await makeCertificate(name, 1);
  await writeFile(file, cert);
  expect(one(await check(acme, { home }), 'certificate')?.severity, 'of a day, which is renewed within it').toBe('ok');
  const taken = await freePort();
  await listenOn(taken);
  const report = await check({ ...acme, 'acme-http-port': String(taken) }, { home });
  expect(report.checks.filter(({ severity }) => severity === 'stop')).toMatchObject([
    {
      check: 'port',
      sentence: expect.stringMatching(
        /at which the certificate authority asks, is taken by .+\. Certificates cannot be renewed/,
      ),
    },
  ]);
});

/** Something that answers at an address as it likes. */
async function answering(body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, { connection: 'close', ...headers });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

it('asks the public address, and tells what answers there in its place', async () => {
  const { server } = await startTestService();
  const data = server.dataFolder;
  const at = async (url: string) => await check({ data, 'public-url': url, 'trust-proxy': 'yes' });
  expectOnly(await at('https://games.invalid'), 'address', 'warning', /^games\.invalid leads nowhere \(\w+\)\.$/);
  expectOnly(
    await at(`http://127.0.0.1:${await freePort()}`),
    'address',
    'warning',
    /does not answer this machine: the system says ECONNREFUSED/,
  );
  expectOnly(await at(await answering('hello')), 'address', 'warning', /^Something else than Slipway answers at/);
  const older = await answering(JSON.stringify({ status: 'ok', name: 'slipway', version: '0.0.1' }));
  expectOnly(await at(older), 'address', 'warning', /^Slipway 0\.0\.1 answers at \S+, and this command is /);
});

it('warns of a clock that differs from the one at the public address, and of records that are from the future', async () => {
  const { server } = await startTestService();
  const body = JSON.stringify({ status: 'ok', name: 'slipway', version: slipwayVersion });
  const url = await answering(body, { date: new Date(Date.now() - 3_600_000).toUTCString() });
  const report = await check({ data: server.dataFolder, 'public-url': url, 'trust-proxy': 'yes' });
  expectOnly(report, 'clock', 'warning', /^The clock differs by 3[56]\d\d s from the one at the public address/);
  const data = await usedFolder();
  const later = new Date(Date.now() + 86_400_000);
  await utimes(path.join(data, 'slipway.db'), later, later);
  expectOnly(
    await check({ data }),
    'clock',
    'warning',
    /^The clock says .+ UTC, and the records were written at .+ UTC\.$/,
  );
});
