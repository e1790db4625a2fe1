// `slipway doctor --host` on machines that are really broken, each in one way: what it says, that it says what to do, and that only what
// stops the service ends it with 1.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, open, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { checkIsolation } from '../../../src-main/core/host-check/check-host.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { slipwayProgram } from '../../support/bundled.ts';
import { runCommand, startCommand, whenEnded } from '../../support/command.ts';
import { bad, check, expectOnly, one, type Report, reportOf, usedFolder, wordsFor } from '../../support/host-check.ts';
import { ownPorts, startTestService } from '../../support/service.ts';
import { canMount } from '../../support/small-disk.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

const ALL =
  'isolation, options, data, space, records, backup, port, player ports, certificate, address, metrics, log, open files, clock';

it('finds nothing in the way on a machine where nothing was started yet, for people and for programs', async () => {
  const report = await check({});
  expect(bad(report)).toEqual([]);
  expect(report.code).toBe(0);
  expect(report.checks.map(({ check: name }) => name)).toEqual(ALL.split(', '));
  const home = await makeTempFolder('home');
  const { stdout } = await runCommand(['doctor', '--host', '--data', path.join(home, 'data')], { home });
  expect(stdout).toMatch(
    /^OK {7}isolation {5}Each server can change its copy .* read the programs and settings of the system, as in \/usr/m,
  );
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

it.runIf(isLinux)(
  'looks at the ports of players that a running service has, whatever its options would be',
  async () => {
    const { from } = ownPorts();
    const serverPorts = { from: from + 500, to: from + 509 };
    const { server } = await startTestService({ serverPorts });
    const report = await check({ data: server.dataFolder });
    expect(one(report, 'player ports')?.sentence).toMatch(
      new RegExp(`^\\d+ of 10 ports from ${serverPorts.from} to ${serverPorts.to} for players are in use`),
    );
  },
);

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

it.each([
  [false, false, 'warning', 'Allow that before others reach the service'],
  [true, false, 'stop', '--unsafe-hosting'],
  [true, true, 'warning', '--unsafe-hosting'],
])('of a machine without a wall it says what the service does (reached: %s, unsafe: %s): %s', async (...given) => {
  const [isReached, unsafeHosting, severity, hint] = given;
  const sentence = messageFor('isolation.none', { why: 'forbidden', remedy: messageFor('isolation.do-install-tools') });
  const found = await checkIsolation({ isReached, unsafeHosting }, async () => ({ isIsolated: false, sentence }));
  expect(found).toMatchObject({ severity, hint: { text: expect.stringContaining(hint) } });
});

/** On a disk of its own. */
async function checkOnDisk(mount: string, then = 'true'): Promise<Report> {
  const disk = await makeTempFolder('disk');
  const words = await wordsFor({ data: path.join(disk, 'data'), 'unsafe-hosting': 'yes' });
  const script = `mount -t tmpfs -o ${mount} slipway-test "$0" && mkdir -m 700 "$0/data" && ${then} && exec "$@"`;
  // As root, mounts are had without being another user, who could build no wall.
  const command = [isRoot ? '-m' : '-rm', 'sh', '-c', script, disk, process.execPath, slipwayProgram, ...words];
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
  [
    'with little room',
    'size=100m',
    'true',
    'space',
    'warning',
    /has 10[0-9.]+ MB left\. A server that fills the last 512 MB/,
  ],
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
