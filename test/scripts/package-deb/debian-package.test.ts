// The Debian package as a machine with systemd has it: installed, used, upgraded, removed and purged, in a container of its own.
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandFiles } from '../../../scripts/package-cli/command-files.ts';
import { makeDeb } from '../../../scripts/package-deb.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { type DebianMachine, startDebianMachine, whyNoDebian } from '../../support/debian-machine.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);
const project = path.join(import.meta.dirname, '../../..');
const unit = path.join(project, 'scripts/package-deb/files/slipway.service');
const OLD = '0.0.9';
const MOST_EXPOSED = 2;
const has = (tool: string) => spawnSync('which', [tool]).status === 0;
const why = whyNoDebian();
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
const asService = '--data /var/lib/slipway/data';
const ready = 'until slipway games --data /var/lib/slipway/data >/dev/null 2>&1; do sleep 0.1; done';

test.skipIf(!has('systemd-analyze'))('the unit of the service lets it do little', async () => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', '--json=off', unit]);
  const [, level] = /Overall exposure level for slipway.service: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(level)).toBeLessThanOrEqual(MOST_EXPOSED);
});

describe.skipIf(why !== undefined)(`on a Debian of its own${why === undefined ? '' : ` (${why})`}`, () => {
  let machine: DebianMachine | undefined;
  const packages: Record<string, string> = {};
  const sh = async (command: string) => await (machine as DebianMachine).sh(command);
  const install = async (version: string) =>
    await sh(`dpkg --force-unsafe-io -i /root/slipway_${version}_${architecture}.deb 2>&1`);

  beforeAll(async () => {
    const output = await makeTempFolder('package-deb');
    const files = await commandFiles();
    for (const version of [OLD, slipwayVersion]) {
      packages[version] = await makeDeb(files, { architecture, output, version, isQuick: true });
    }
    machine = await startDebianMachine();
    for (const file of Object.values(packages)) await machine.bring(file);
    const build = path.join(output, 'udp-echo.tar');
    await run('tar', ['-cf', build, '-C', path.join(project, 'samples/udp-echo'), '.']);
    await machine.bring(build);
  }, 240_000);
  afterAll(async () => await machine?.end());

  test.skipIf(!has('lintian'))(
    'lintian finds no error',
    async () => {
      const env = { ...process.env, TMPDIR: await makeTempFolder('lintian') };
      const { stdout } = await run('lintian', ['--fail-on', 'none', packages[slipwayVersion] ?? ''], { env });
      expect(stdout).not.toMatch(/^E:/m);
    },
    120_000,
  );

  test('installed, the service runs as a user of its own, isolates servers, and tells the journal no token', async () => {
    await install(OLD);
    await sh(ready);
    expect(await sh('ps -o user= -p $(systemctl show -P MainPID slipway)')).toBe('slipway\n');
    expect(await sh('stat -c "%a %U" /var/lib/slipway /var/lib/slipway/data')).toBe('700 slipway\n700 slipway\n');
    const push = 'slipway push /root/udp-echo.tar --game tidebreak --create-game --namespace prod --name 1';
    expect(await sh(`${push} --wait-healthy 60 ${asService}`)).toContain('prod keeps 1 server');
    const journal = await sh('journalctl -u slipway --no-pager -o cat');
    expect(journal).toContain('"message":"servers are isolated","by":"unshare","copy":"overlay"');
    const token = (await sh('cat /var/lib/slipway/data/owner-token')).trim();
    expect(token).not.toBe('');
    expect(journal).not.toContain(token);
  }, 120_000);

  test('a server behind its wall sees no data of the service', async () => {
    const find = `ps -eo pid,args | sed -n 's/^ *\\([0-9]*\\) \\S*node .*server.js .*/\\1/p'`;
    const look = `ls /proc/$(${find} | head -1)/root/var/lib/slipway/data /proc/$(${find} | head -1)/root/root`;
    const seen = await sh(`${look} 2>&1 || true`);
    expect(seen).not.toMatch(/owner-token|slipway\.db/);
    expect(seen).toContain('servers');
  });

  test('upgraded, it goes on with its data, its changed options and a new process', async () => {
    await sh('echo "servers = 2" >> /etc/slipway/serve.conf');
    const before = await sh('systemctl show -P MainPID slipway');
    await install(slipwayVersion);
    await sh(ready);
    expect(await sh('systemctl show -P MainPID slipway')).not.toBe(before);
    expect(await sh('tail -1 /etc/slipway/serve.conf')).toBe('servers = 2\n');
    expect(await sh(`slipway versions --game tidebreak --json ${asService}`)).toContain('"display_name":"1"');
  }, 60_000);

  test('what fails while it is unpacked leaves the one that runs', async () => {
    const before = await sh('systemctl show -P MainPID slipway');
    const full = 'dpkg-deb --fsys-tarfile $0 | head -c 30000000 > /tmp/cut.tar; gzip -1 -f /tmp/cut.tar';
    const cut =
      'cd /tmp && ar x $0 && mv cut.tar.gz data.tar.gz && ar rc cut.deb debian-binary control.tar.gz data.tar.gz';
    const file = `/root/slipway_${OLD}_${architecture}.deb`;
    expect(await sh(`sh -ec '${full}; ${cut}' ${file}; dpkg -i /tmp/cut.deb 2>&1 || echo refused`)).toContain(
      'refused',
    );
    expect(await sh('systemctl show -P MainPID slipway')).toBe(before);
    await sh(ready);
    expect(await sh("dpkg-query -W -f '${Version}' slipway")).toBe(slipwayVersion);
    expect(await sh('slipway --version')).toBe(`${slipwayVersion}\n`);
  }, 60_000);

  test('invalid options end it with a sentence in the journal, and it is not started again', async () => {
    await sh('sed -i "s/^servers = 2/sevrers = 2/" /etc/slipway/serve.conf; systemctl restart slipway');
    await sh('until systemctl is-failed slipway >/dev/null; do sleep 0.1; done');
    expect(await sh('journalctl -u slipway --no-pager -o cat')).toMatch(
      /\/etc\/slipway\/serve\.conf:\d+: "sevrers = 2" is no option/,
    );
    await sh('sed -i "/sevrers/d" /etc/slipway/serve.conf; systemctl restart slipway');
    await sh(ready);
  }, 60_000);

  test('removed, the data stay; purged, nothing stays', async () => {
    await sh('dpkg -r slipway 2>&1');
    expect(await sh('systemctl is-active slipway || true')).toBe('inactive\n');
    expect(await sh('ls /etc/slipway /var/lib/slipway/data; pgrep -u slipway || echo none runs')).toMatch(
      /serve\.conf[^]*slipway\.db[^]*none runs/,
    );
    await sh('umount /var/lib/slipway; dpkg -P slipway 2>&1');
    expect(await sh('ls -d /etc/slipway /var/lib/slipway /usr/lib/slipway 2>&1 || true')).not.toMatch(/^\//m);
    expect(await sh('getent passwd slipway || echo no user')).toBe('no user\n');
  }, 60_000);
});
