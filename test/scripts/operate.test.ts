// What docs/operate.md tells people to write and to run, to the letter but for names and ports: the proxies, the backup, the dashboard.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../embedded-server/index.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { makeCertificate } from '../support/certificate.ts';
import { runCommand, runProcess } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { createGame, ownPorts, startTestService } from '../support/service.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const has = (tool: string) => spawnSync('which', [tool]).status === 0;
const [hasNginx, hasCaddy] = [has('nginx'), has('caddy')];
const canBackUp = has('sqlite3') && has('rsync');
const sample = path.join(projectRoot, 'samples/udp-echo');
let page = '';

beforeAll(async () => {
  page = await readFile(path.join(projectRoot, 'docs/operate.md'), 'utf8');
});

/** The block of the page with this in it. */
function block(text: string): string {
  const found = page.split('```').find((part, nth) => nth % 2 === 1 && part.includes(text)) ?? '';
  expect(found).not.toBe('');
  return found.replace(/^\w*\n/, '');
}

type Proxy = { port: number; service: string; certFile: string; keyFile: string; folder: string };

/** Pushes through a proxy that is started with these words, and answers what came of it. */
async function pushThrough(start: (proxy: Proxy) => Promise<[program: string, ...args: string[]]>) {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const { server } = await startTestService({ exposure: { trustProxy: true, publicUrl: url } });
  const { certFile, keyFile } = await makeCertificate('localhost');
  const folder = await makeTempFolder('proxy');
  const [program, ...args] = await start({ port, service: new URL(server.localUrl).host, certFile, keyFile, folder });
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  const env = { NODE_EXTRA_CA_CERTS: certFile, SLIPWAY_TOKEN: server.token };
  const home = await makeTempFolder('home');
  const asks = () => runProcess(['games', '--url', url], { home, env });
  await until(async () => child.exitCode !== null || (await asks()).code === 0, 'the proxy');
  expect(child.exitCode, log).toBeNull();
  const words = ['push', sample, '--game', 'tidebreak', '--create-game', '--name', '1', '--url', url, '--json'];
  return await runProcess(words, { home, env });
}

test.skipIf(!hasNginx)(
  `a push goes through nginx as the page configures it${hasNginx ? '' : ' (no nginx)'}`,
  async () => {
    const pushed = await pushThrough(async ({ port, service, certFile, keyFile, folder }) => {
      const server = block('ssl_certificate')
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('games.example', 'localhost')
        .replace('/etc/ssl/games.pem', certFile)
        .replace('/etc/ssl/games.key', keyFile)
        .replace('127.0.0.1:7420', service);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const main = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {}`;
      await writeFile(
        path.join(folder, 'nginx.conf'),
        `${main} http { access_log off; ${temporary.join(' ')}\n${server} }\n`,
      );
      return ['nginx', '-p', folder, '-c', path.join(folder, 'nginx.conf')];
    });
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining('"state":"done"') });
  },
  60_000,
);

test.skipIf(!hasCaddy)(
  `a push goes through Caddy as the page configures it${hasCaddy ? '' : ' (no caddy)'}`,
  async () => {
    const pushed = await pushThrough(async ({ port, service, certFile, keyFile, folder }) => {
      const site = block('reverse_proxy')
        .replace('games.example {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certFile} ${keyFile}`)
        .replace('127.0.0.1:7420', service);
      await writeFile(path.join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ['caddy', 'run', '--config', path.join(folder, 'Caddyfile')];
    });
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining('"state":"done"') });
  },
  60_000,
);

test.skipIf(!canBackUp)(
  `a backup of a service that runs is whole, and a service starts on it${canBackUp ? '' : ' (no sqlite3 and rsync)'}`,
  async () => {
    const { server, call } = await startTestService();
    await createGame(call);
    const home = await makeTempFolder('home');
    const env = { SLIPWAY_TOKEN: server.token };
    const words = ['push', sample, '--game', 'tidebreak', '--create-game', '--name', '1', '--url', server.url];
    expect((await runCommand(words, { home, env })).code).toBe(0);
    const backup = path.join(await makeTempFolder('backups'), 'backup');
    await mkdir(backup, { mode: 0o700 });
    const lines = block('VACUUM INTO')
      .replaceAll('/var/lib/slipway/data', server.dataFolder)
      .replaceAll('/backup', backup)
      .trim()
      .split('\n');
    const [checks, commands] = [
      lines.filter((line) => line.startsWith('slipway ')),
      lines.filter((line) => !line.startsWith('slipway ')),
    ];
    await promisify(execFile)('sh', ['-ec', commands.join('\n')]);
    expect(checks).toHaveLength(2);
    for (const line of checks) {
      const [, ...args] = line.replace(/#.*/, '').trim().split(/\s+/);
      const checked = await runCommand(args.includes('--host') ? [...args, '--data', server.dataFolder] : args, {
        home,
      });
      expect(checked.code, checked.stdout + checked.stderr).toBe(0);
      if (args.includes('--host'))
        expect(checked.stdout).toMatch(/^OK {7}backup {8}The backup in \S+ is whole, and 0 hours old\.$/m);
    }
    const again = await startServer({ dataFolder: backup, port: 0, serverPorts: ownPorts(), onLog: () => undefined });
    const found = await runCommand(['versions', '--game', 'tidebreak', '--json', '--url', again.url], {
      home,
      env: { SLIPWAY_TOKEN: again.token },
    });
    await again.close();
    expect(found.stdout).toContain('"display_name":"1"');
  },
  60_000,
);

test('the dashboard draws figures that the service has, and the page names', async () => {
  const { server } = await startTestService();
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${server.token}` } });
  const told = new Set(
    [...(await answer.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) =>
      type === 'counter' ? `${name}_total` : type === 'info' ? `${name}_info` : name,
    ),
  );
  const dashboard = await readFile(path.join(projectRoot, 'docs/grafana.json'), 'utf8');
  JSON.parse(dashboard);
  const drawn = new Set([...dashboard.matchAll(/\b(?:slipway|process)_[a-z_]+\b/g)].map(([name]) => name));
  expect(drawn.size).toBeGreaterThan(5);
  expect([...drawn].filter((name) => !told.has(name))).toEqual([]);
  expect([...told].filter((name) => !page.includes(name))).toEqual([]);
});
