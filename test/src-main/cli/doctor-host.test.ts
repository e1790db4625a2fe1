// `slipway doctor --host` on machines that are really broken, each in one way: what it says, that it says what to do, and that only what
// stops the service ends it with 1.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../../embedded-server/index.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { slipwayProgram } from '../../support/bundled.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { runCommand, startCommand, whenEnded } from '../../support/command.ts';
import { freePort } from '../../support/free-port.ts';
import { ownPorts, startTestService } from '../../support/service.ts';
import { canMount } from '../../support/small-disk.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

type Check = { check: string; severity: string; sentence: string; hint: string | null };
type Report = { code: number | null; stdout: string; checks: Check[] };
type Options = Record<string, string>;

/** The words of the command for a file of these options. */
async function wordsFor(options: Options, more: readonly string[] = []): Promise<string[]> {
  const config = path.join(await makeTempFolder('config'), 'serve.conf');
  const all: Options = { 'server-ports': '10990-10999', port: '0', ...options };
  await writeFile(
    config,
    Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  return ['doctor', '--host', '--json', '--config', config, ...more];
}

const reportOf = ({ code, stdout }: { code: number | null; stdout: string }): Report => ({
  code,
  stdout,
  checks: (JSON.parse(stdout) as { checks: Check[] }).checks,
});

async function check(options: Options, { home, more = [] }: { home?: string; more?: string[] } = {}): Promise<Report> {
  const place = home ?? (await makeTempFolder('home'));
  return reportOf(
    await runCommand(await wordsFor({ data: path.join(place, 'data'), ...options }, more), { home: place }),
  );
}

const one = ({ checks }: Report, name: string) => checks.find((each) => each.check === name);
const bad = ({ checks }: Report) => checks.filter(({ severity }) => severity === 'stop' || severity === 'warning');

/** The one thing that is wrong there. */
function expectOnly(report: Report, name: string, severity: 'warning' | 'stop', sentence: RegExp): void {
  expect(bad(report)).toEqual([
    { check: name, severity, sentence: expect.stringMatching(sentence), hint: expect.stringMatching(/\S/) },
  ]);
  expect(report.code).toBe(severity === 'stop' ? 1 : 0);
}

/** A folder that a service used, and that none uses now. */
async function usedFolder(): Promise<string> {
  const dataFolder = path.join(await makeTempFolder('used'), 'data');
  const server = await startServer({ dataFolder, port: 0, serverPorts: ownPorts(), onLog: () => undefined });
  await server.close();
  return dataFolder;
}

it('finds nothing in the way on a machine where nothing was started yet, for people and for programs', async () => {
  const report = await check({});
  expect(bad(report)).toEqual([]);
  expect(report.code).toBe(0);
  expect(report.checks.map(({ check: name }) => name)).toEqual([
    ...['isolation', 'options', 'data', 'space', 'records', 'backup', 'port', 'player ports', 'certificate'],
    ...['address', 'metrics', 'log', 'open files', 'clock'],
  ]);
  const home = await makeTempFolder('home');
  const { stdout } = await runCommand(['doctor', '--host', '--data', path.join(home, 'data')], { home });
  expect(stdout).toMatch(/^OK {7}isolation {5}Each server can access its copy/m);
  expect(stdout).toMatch(/^NOTE {5}data {10}\S+ does not exist yet\. The first start creates it\.$/m);
});

it('finds a service that runs, and what it answers', async () => {
  const { server } = await startTestService();
  const report = await check({ data: server.dataFolder });
  expect(bad(report)).toEqual([]);
  expect(one(report, 'port')?.sentence).toBe(`The service runs (process ${process.pid}) and answers at ${server.url}.`);
  expect(one(report, 'records')).toMatchObject({ severity: 'ok' });
  expect(one(report, 'metrics')?.sentence).toMatch(/^The token for metrics is in .+metrics-token, for \w+ alone\.$/);
});

it('leaves nothing in a data folder that it looks at, as a file of its user would keep the service from its records', async () => {
  const data = await usedFolder();
  const before = await readdir(data);
  expect(bad(await check({ data }))).toEqual([]);
  expect(await readdir(data)).toEqual(before);
});

it('checks a file of options as the service reads it, and of one that is invalid names the line', async () => {
  const report = await check({ prot: '7420' });
  expectOnly(report, 'options', 'stop', /serve\.conf:4: "prot = 7420" is no option of slipway serve\./);
  expectOnly(await check({ listen: '0.0.0.0' }), 'options', 'stop', /Listening on 0\.0\.0\.0 without TLS/);
  const none = await runCommand(['doctor', '--host', '--config', '/nowhere/serve.conf'], {
    home: await makeTempFolder(),
  });
  expect(none).toMatchObject({ code: 1, stdout: expect.stringMatching(/^STOP {5}options .*could not be read/m) });
  expect(none.stdout).toMatch(/As it is, 1 thing stops the service\.\n$/);
});

it('takes options of the host for no build', async () => {
  const { code, stderr } = await runCommand(['doctor', 'build', '--backup', 'x'], { home: await makeTempFolder() });
  expect({ code, stderr }).toEqual({ code: 2, stderr: '--backup goes with --host. See slipway doctor --help.\n' });
});

it('stops at records of a newer Slipway, and at damaged ones', async () => {
  const newer = await usedFolder();
  const sql = new DatabaseSync(path.join(newer, 'slipway.db'));
  sql.exec('PRAGMA user_version = 999');
  sql.close();
  expectOnly(await check({ data: newer }), 'records', 'stop', /was written by a newer Slipway \(format 999;/);
  const damaged = await usedFolder();
  await writeFile(path.join(damaged, 'slipway.db'), 'no database '.repeat(20));
  expectOnly(await check({ data: damaged }), 'records', 'stop', /are damaged: slipway\.db is not a database/);
});

it('says of records of an older Slipway that the next start updates them', async () => {
  const data = await usedFolder();
  const sql = new DatabaseSync(path.join(data, 'slipway.db'));
  sql.exec('PRAGMA user_version = 1');
  sql.close();
  const report = await check({ data });
  expect(bad(report)).toEqual([]);
  expect(one(report, 'records')?.sentence).toMatch(
    /^The records are of an older Slipway \(format 1; this one writes \d+\)/,
  );
});

it.runIf(isRoot)('stops at a folder of another user, and at one file that a restore as root left', async () => {
  const folder = await usedFolder();
  await chown(folder, 54_321, 54_321);
  expectOnly(await check({ data: folder }), 'data', 'stop', /belongs to user 54321 or is closed to its own/);
  const file = path.join(await usedFolder(), 'slipway.db');
  await chown(file, 54_321, 54_321);
  const report = await check({ data: path.dirname(file) });
  expectOnly(report, 'data', 'stop', /slipway\.db does not belong to \w+, who runs the service\./);
  expect(one(report, 'data')?.hint).toMatch(/^Run: sudo chown -R \w+: \S+ && sudo chmod 700 /);
});

it('warns of a folder and of a token that others of this machine can look into', async () => {
  const folder = await usedFolder();
  await chmod(folder, 0o755);
  expectOnly(await check({ data: folder }), 'data', 'warning', /Other users of this machine can look into/);
  const other = await usedFolder();
  await chmod(path.join(other, 'metrics-token'), 0o644);
  expectOnly(await check({ data: other }), 'metrics', 'warning', /Other users of this machine can read the token/);
});

it('warns of a token for metrics that the service does not know', async () => {
  const { server } = await startTestService();
  await writeFile(path.join(server.dataFolder, 'metrics-token'), `${'x'.repeat(40)}\n`);
  expectOnly(await check({ data: server.dataFolder }), 'metrics', 'warning', /does not accept the token for metrics/);
});

/** On a disk of its own. */
async function checkOnDisk(mount: string, then = 'true'): Promise<Report> {
  const disk = await makeTempFolder('disk');
  // A user of whom there is only one can build no wall, which is a warning with this option alone.
  const words = await wordsFor({ data: path.join(disk, 'data'), 'unsafe-hosting': 'yes' });
  const script = `mount -t tmpfs -o ${mount} slipway-test "$0" && mkdir -m 700 "$0/data" && ${then} && exec "$@"`;
  const command = ['-rm', 'sh', '-c', script, disk, process.execPath, slipwayProgram, ...words];
  const report = reportOf(await whenEnded(spawn('unshare', command, { env: { ...process.env, SLIPWAY_HOME: disk } })));
  return { ...report, checks: report.checks.filter(({ check: name }) => name !== 'isolation') };
}

it.runIf(canMount).each([
  [
    'that can only be read',
    'size=900m',
    'mount -o remount,ro "$0"',
    'data',
    'stop',
    /The disk with \S+ can only be read\./,
  ],
  ['that is full', 'size=1m', 'true', 'space', 'stop', /is full: 1\.0 MB are free/],
  ['with little room', 'size=100m', 'true', 'space', 'warning', /has 10[0-9.]+ MB left\. Below 512 MB/],
  [
    'without inodes',
    'size=900m,nr_inodes=20',
    'true',
    'space',
    'stop',
    /can hold \d+ more files, whatever room it has/,
  ],
  ['with few inodes', 'size=900m,nr_inodes=2000', 'true', 'space', 'warning', /can hold only \d+ more files/],
] as const)('tells a disk %s', async (_, mount, then, name, severity, sentence) => {
  expectOnly(await checkOnDisk(mount, then), name, severity, sentence);
});

async function listenOn(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
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
  const open = { port: String(port), 'trust-proxy': 'yes', 'public-url': 'https://127.0.0.1' };
  expectOnly(await check(open), 'port', 'stop', taken);
});

it('stops at an address that this machine does not have', async () => {
  const open = { port: '7420', listen: '203.0.113.9', 'trust-proxy': 'yes', 'public-url': 'https://127.0.0.1' };
  expectOnly(await check(open), 'port', 'stop', /203\.0\.113\.9 is no address of this machine/);
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

it('looks at the certificate of an authority: none yet, damaged, late', async () => {
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

it('tells the age of a backup, and a backup that is of no use', async () => {
  const of = (folder: string) => check({}, { more: ['--backup', folder] });
  const folder = await usedFolder();
  expect(one(await of(folder), 'backup')?.sentence).toMatch(/^The backup in \S+ is whole, and 0 hours old\.$/);
  const before = new Date(Date.now() - 9 * 86_400_000);
  await utimes(path.join(folder, 'slipway.db'), before, before);
  expectOnly(await of(folder), 'backup', 'warning', /^The backup in \S+ is 9 days old\.$/);
  await writeFile(path.join(folder, 'slipway.db'), 'no database '.repeat(20));
  expectOnly(await of(folder), 'backup', 'warning', /is of no use\. .+slipway\.db is not a database/);
  expectOnly(await of(await makeTempFolder('empty')), 'backup', 'warning', /has no backup of the records/);
});

it.runIf(isLinux)('finds out where the log of a service goes', async () => {
  const home = await makeTempFolder('home');
  const data = path.join(home, 'data');
  const serveTo = async (target: string) => {
    const log = await open(target, 'a');
    const words = [slipwayProgram, 'serve', '--data', data, '--port', '0', '--json'];
    const child = spawn(process.execPath, words, {
      stdio: ['ignore', 'pipe', log.fd],
      env: { ...process.env, SLIPWAY_HOME: home },
    });
    await log.close();
    if (child.stdout !== null) await once(child.stdout, 'data');
    return async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
  };
  const file = path.join(home, 'slipway.log');
  const stop = await serveTo(file);
  const kept = one(await check({ data }), 'log');
  expect(kept).toMatchObject({
    severity: 'note',
    sentence: `The log goes to ${file}, and Slipway does not rotate it.`,
  });
  await stop();
  const again = await serveTo('/dev/null');
  expectOnly(await check({ data }), 'log', 'warning', /goes to \/dev\/null\. Nobody can find out why something failed/);
  await again();
});

it.runIf(isLinux).each([
  [500, 'stop'],
  [4_000, 'warning'],
] as const)('tells that %s open files are too few', async (limit, severity) => {
  const home = await makeTempFolder('home');
  const words = await wordsFor({ data: path.join(home, 'data') });
  const child = spawn('sh', ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, slipwayProgram, ...words], {
    env: { ...process.env, SLIPWAY_HOME: home },
  });
  expectOnly(
    reportOf(await whenEnded(child)),
    'open files',
    severity,
    new RegExp(`may have ${limit} files and connections open`),
  );
});

it('tells a service that holds its folder and does not answer', async () => {
  const home = await makeTempFolder('home');
  const data = path.join(home, 'data');
  const child = startCommand(['serve', '--data', data, '--port', '0', '--json'], { home });
  child.stderr?.resume();
  if (child.stdout !== null) await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  expectOnly(await check({ data }), 'port', 'stop', /^The service runs \(process \d+\), and does not answer at http/);
});
