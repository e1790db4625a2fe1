// The Debian package: what it has inside, and in the soak run, as it takes minutes, as a machine with systemd has it: installed, used,
// upgraded, examined by `slipway doctor --host`, removed and purged, in a container of its own.
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandFiles } from '../../../scripts/package-cli/command-files.ts';
import { chosenArchitectures, makeDeb } from '../../../scripts/package-deb.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { type DebianMachine, startDebianMachine, whyNoDebian } from '../../support/debian-machine.ts';
import { isSoak } from '../../support/soak.ts';
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

test.each(['linux', 'darwin', 'win32'])('is one for amd64 where nobody names others, also made on %s', (platform) => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  try {
    expect(chosenArchitectures(undefined)).toEqual(['amd64']);
  } finally {
    Object.defineProperty(process, 'platform', { ...own });
  }
  expect(chosenArchitectures('amd64,arm64')).toEqual(['amd64', 'arm64']);
  expect(() => chosenArchitectures('i386')).toThrow('There is no package for i386.');
});

const analyzes = has('systemd-analyze');
test.skipIf(!analyzes)(
  `the unit of the service lets it do little${analyzes ? '' : ' (no systemd-analyze)'}`,
  async () => {
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', '--json=off', unit]);
    const [, level] = /Overall exposure level for slipway.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(level)).toBeLessThanOrEqual(MOST_EXPOSED);
  },
);

const unpacks = has('dpkg-deb');
test.skipIf(!unpacks)(
  `has command, service, options and manual, for root alone to change${unpacks ? '' : ' (no dpkg-deb)'}`,
  async () => {
    const output = await makeTempFolder('package-deb');
    const file = await makeDeb(await commandFiles(), { architecture, output, isQuick: true });
    const { stdout: fields } = await run('dpkg-deb', [
      '--field',
      file,
      'Package',
      'Version',
      'Architecture',
      'Depends',
    ]);
    expect(fields).toMatch(
      new RegExp(`^Package: slipway\nVersion: ${slipwayVersion}\nArchitecture: ${architecture}\nDepends: .*util-linux`),
    );
    const { stdout } = await run('dpkg-deb', ['--contents', file], { maxBuffer: 2 ** 24 });
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    const rights = new Map(entries.map(([mode, owner, , , , name = '']) => [name, `${mode} ${owner}`]));
    const program = '-rwxr-xr-x 0/0';
    expect(Object.fromEntries([...rights].filter(([name]) => rightsOf.has(name)))).toEqual(
      Object.fromEntries(rightsOf),
    );
    expect([...rights].filter(([name, right]) => right === program && !rightsOf.has(name))).toEqual([]);
    await run('dpkg-deb', ['--control', file, `${output}/control`]);
    expect(await readFile(`${output}/control/conffiles`, 'utf8')).toBe('/etc/slipway/serve.conf\n');
    for (const script of ['postinst', 'prerm', 'postrm']) await run('sh', ['-n', `${output}/control/${script}`]);
    const checks = has('lintian') ? await lintian(file) : '';
    expect(checks).not.toMatch(/^E:/m);
  },
  120_000,
);

/** What the package is for, and who may do what with it. */
const rightsOf = new Map([
  ['./usr/bin/slipway', '-rwxr-xr-x 0/0'],
  ['./usr/lib/slipway/node', '-rwxr-xr-x 0/0'],
  ['./etc/slipway/serve.conf', '-rw-r--r-- 0/0'],
  ['./lib/systemd/system/slipway.service', '-rw-r--r-- 0/0'],
  ['./usr/share/man/man1/slipway.1.gz', '-rw-r--r-- 0/0'],
  ['./usr/share/doc/slipway/operate.md', '-rw-r--r-- 0/0'],
]);

async function lintian(file: string): Promise<string> {
  const env = { ...process.env, TMPDIR: await makeTempFolder('lintian') };
  return (await run('lintian', ['--fail-on', 'none', file], { env })).stdout;
}

if (isSoak) {
  describe.skipIf(why !== undefined)(
    `on a Debian of its own${why === undefined ? '' : ` (no Debian machine: ${why})`}`,
    onDebian,
  );
}

type Check = { check: string; severity: string; sentence: string };

function onDebian(): void {
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

  /** What `slipway doctor --host` finds in the way there. */
  const findings = async () => {
    const { checks } = JSON.parse(await sh('slipway doctor --host --json || true')) as { checks: Check[] };
    const bad = checks.filter(({ severity }) => severity === 'stop' || severity === 'warning');
    return { checks, bad: bad.map(({ check, severity, sentence }) => `${severity} ${check}: ${sentence}`) };
  };

  test('the doctor finds the service installed and running, and that command and package are of two versions', async () => {
    const { checks, bad } = await findings();
    const sentences = checks.map(({ check, sentence }) => `${check}: ${sentence}`).join('\n');
    expect(bad.filter((one) => !one.startsWith('warning clock'))).toEqual([
      `warning package: The Debian package is version ${OLD}, and this command is ${slipwayVersion}.`,
    ]);
    expect(sentences).toMatch(/^unit: slipway\.service is loaded, enabled and not failed\.$/m);
    expect(sentences).toMatch(
      /^data: \/var\/lib\/slipway\/data belongs to slipway, who runs the service, and is closed/m,
    );
    expect(sentences).toMatch(/^port: The service runs \(process \d+\) and answers at http:\/\/127\.0\.0\.1:7420\.$/m);
    expect(sentences).toMatch(/^open files: The service may have 65536 files/m);
  }, 60_000);

  test('upgraded, it goes on with its data, its changed options and a new process', async () => {
    await sh('echo "servers = 2" >> /etc/slipway/serve.conf');
    const before = await sh('systemctl show -P MainPID slipway');
    await install(slipwayVersion);
    await sh(ready);
    expect(await sh('systemctl show -P MainPID slipway')).not.toBe(before);
    expect(await sh('tail -1 /etc/slipway/serve.conf')).toBe('servers = 2\n');
    expect(await sh(`slipway versions --game tidebreak --json ${asService}`)).toContain('"display_name":"1"');
  }, 60_000);

  test('an upgrade in the midst of an upload lets it go on to its end', async () => {
    const pushed = 'systemctl kill --signal';
    const log = '/root/push.log';
    await sh(
      'mkdir /root/big && cd /root/big && tar -xf /root/udp-echo.tar && head -c 300000000 /dev/urandom > level.bin',
    );
    const push = `slipway push /root/big --game tidebreak --namespace staging --name 2 --json ${asService}`;
    await sh(`systemd-run --unit=push --setenv=HOME=/root -p StandardOutput=file:${log} ${push} 2>&1`);
    const arrived = async () => Number((await sh('du -sk /var/lib/slipway/data/uploads')).split(/\s/)[0]) * 1024;
    // Held while a part of it is there, until the new version is.
    await sh(
      `until [ $(du -sk /var/lib/slipway/data/uploads | cut -f1) -gt 40000 ]; do sleep 0.01; done; ${pushed}=STOP push`,
    );
    const before = await sh('systemctl show -P MainPID slipway');
    await install(slipwayVersion);
    await sh(ready);
    expect(await sh('systemctl show -P MainPID slipway')).not.toBe(before);
    const kept = await arrived();
    expect(await sh(`tail -1 ${log}`)).not.toContain('"result"');
    await sh(`${pushed}=CONT push; while systemctl is-active --quiet push; do sleep 0.1; done`);
    const result = JSON.parse((await sh(`tail -1 ${log}`)).trim()) as {
      state: string;
      bytes_sent: number;
      bytes_total: number;
    };
    expect(result).toMatchObject({ event: 'result', state: 'done' });
    console.log(`${kept} bytes were there at the upgrade; sent ${result.bytes_sent} of ${result.bytes_total}`);
    expect(kept).toBeGreaterThan(40_000_000);
    expect(await sh(`slipway versions --game tidebreak --json ${asService}`)).toContain('"display_name":"2"');
  }, 120_000);

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

  test('the doctor finds what is wrong with unit, options and rights, each by itself', async () => {
    const edit = '/etc/systemd/system/slipway.service.d';
    const found = async (break_: string, mend: string) => {
      await sh(break_);
      const { bad } = await findings();
      await sh(mend);
      return bad.filter((one) => !one.startsWith('warning clock')).join('\n');
    };
    expect(await found('true', 'true')).toBe('');
    expect(await found('touch /lib/systemd/system/slipway.service', 'true')).toMatch(
      /^warning unit: slipway\.service was changed on disk, and systemd still uses/,
    );
    const drop = `mkdir -p ${edit}; printf '[Service]\\nStandardOutput=journal\\n' > ${edit}/x.conf; systemctl daemon-reload`;
    const undo = `rm -r ${edit}; systemctl daemon-reload`;
    expect(await found(drop, undo)).toMatch(/^warning log: StandardOutput of slipway\.service is journal\./m);
    const conf = '/etc/slipway/serve.conf';
    const stopped = `systemctl stop slipway; cp ${conf} /root/conf`;
    const started = `cp /root/conf ${conf}; systemctl start slipway; ${ready}`;
    expect(await found(stopped, 'true')).toBe('warning unit: slipway.service is stopped.');
    expect(await found(`sed -i 's/^port = .*/port = 443/' ${conf}`, `cp /root/conf ${conf}`)).toMatch(
      /^stop port: Port 443 needs rights that the user of the service does not have/m,
    );
    const moved = `mkdir -p /srv/slipway; chown slipway: /srv/slipway; chmod 700 /srv/slipway; sed -i 's|^data = .*|data = /srv/slipway|' ${conf}`;
    expect(await found(moved, `cp /root/conf ${conf}`)).toMatch(
      /^stop unit: slipway\.service does not let the service write to \/srv\/slipway\.$/m,
    );
    const restored = 'chown root: /var/lib/slipway/data/slipway.db';
    expect(await found(restored, 'chown slipway: /var/lib/slipway/data/slipway.db')).toMatch(
      /^stop data: \/var\/lib\/slipway\/data\/slipway\.db does not belong to slipway/m,
    );
    expect(await found('systemctl mask --runtime slipway', `systemctl unmask --runtime slipway; ${started}`)).toMatch(
      /^stop unit: /m,
    );
    expect(await found('true', 'true')).toBe('');
  }, 120_000);

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

  test('without systemd it is installed all the same, says how to start the service, and that works', async () => {
    const serve =
      "su -s /bin/sh slipway -c 'exec slipway serve --config /etc/slipway/serve.conf' >/dev/null 2>/root/log &";
    const steps = [
      'mount -t tmpfs none /run/systemd',
      `dpkg --force-unsafe-io -i /root/slipway_${slipwayVersion}_${architecture}.deb 2>&1`,
      serve,
      `for nth in $(seq 100); do slipway games ${asService} >/dev/null 2>&1 && break; sleep 0.1; done`,
      'slipway doctor --host || true',
      'pkill -u slipway; for nth in $(seq 100); do pgrep -u slipway >/dev/null || break; sleep 0.1; done',
      'dpkg -P slipway 2>&1',
    ];
    const script = path.join(await makeTempFolder('steps'), 'without-systemd.sh');
    await writeFile(script, `${steps.join('\n')}\n`);
    await (machine as DebianMachine).bring(script);
    const said = await sh('unshare -m sh -e /root/without-systemd.sh');
    expect(said).toContain(
      'There is no systemd here. Start the service by "slipway serve --config /etc/slipway/serve.conf" as the user slipway.',
    );
    expect(said).toMatch(/^NOTE {5}unit {10}This machine is not run by systemd\./m);
    expect(said).toMatch(/^OK {7}port {10}The service runs \(process \d+\) and answers at http:/m);
    expect(await sh('getent passwd slipway || echo no user')).toBe('no user\n');
  }, 60_000);
}
