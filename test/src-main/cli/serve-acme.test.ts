// `slipway serve --acme-email`: a certificate from a real authority, kept over restarts, renewed while it serves.
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { parseServe } from '../../../src-main/cli/serve.ts';
import { type AcmeAuthority, hasAuthority, openAcmeAuthority } from '../../support/acme-authority.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { startCommand } from '../../support/command.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

const NAME = 'games.example';
const PUBLIC = ['--public-url', `https://${NAME}`];

async function startSecure(home: string, authority: AcmeAuthority) {
  const args = ['serve', '--data', path.join(home, 'data'), '--port', '0', '--json', ...PUBLIC, ...wordsFor(authority)];
  const child = startCommand(args, { home, env: { NODE_EXTRA_CA_CERTS: authority.trusted } });
  let [out, log] = ['', ''];
  child.stdout?.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (log += bytes.toString()));
  await until(() => out.includes('\n') || child.exitCode !== null, 'the service');
  expect(child.exitCode, log).toBeNull();
  const { local_url } = JSON.parse(out) as { local_url: string };
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
  };
  return { port: Number(new URL(local_url).port), log: () => log, stop };
}

function wordsFor({ directoryUrl, askedPort }: AcmeAuthority): string[] {
  return ['--acme-email', `ops@${NAME}`, '--acme-directory', directoryUrl, '--acme-http-port', String(askedPort)];
}

/** The certificate that callers are shown. */
async function shownAt(port: number): Promise<PeerCertificate> {
  const socket = connect({ port, host: '127.0.0.1', servername: NAME, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const shown = socket.getPeerCertificate();
  socket.destroy();
  return shown;
}

describe.skipIf(!hasAuthority)(`with a real authority${hasAuthority ? '' : ' (no pebble)'}`, () => {
  it('gets a certificate for its name, keeps it over a restart, and has it for its user alone', async () => {
    const home = await makeTempFolder('home');
    const authority = await openAcmeAuthority();
    const first = await startSecure(home, authority);
    const shown = await shownAt(first.port);
    expect(shown.subjectaltname).toBe(`DNS:${NAME}`);
    expect(shown.issuer.CN).toMatch(/Pebble/);
    expect(first.log()).toMatch(new RegExp(`certificate for ${NAME} from localhost:\\d+, good until \\d{4}-`));
    await first.stop();
    const folder = path.join(home, 'acme', NAME);
    for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    // The second life asks nobody: the authority is gone.
    await authority.close();
    const second = await startSecure(home, authority);
    expect((await shownAt(second.port)).fingerprint256).toBe(shown.fingerprint256);
    await second.stop();
  });

  it('says why the authority refuses it, and starts nothing', async () => {
    const home = await makeTempFolder('home');
    const authority = await openAcmeAuthority();
    const elsewhere = { ...authority, askedPort: authority.askedPort === 1 ? 2 : authority.askedPort + 1 };
    const args = ['serve', '--data', path.join(home, 'data'), '--port', '0', ...PUBLIC, ...wordsFor(elsewhere)];
    const child = startCommand(args, { home, env: { NODE_EXTRA_CA_CERTS: authority.trusted } });
    let said = '';
    child.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(said).toMatch(
      /^No certificate for games\.example came from localhost:\d+: .+\. The name has to lead to this machine/m,
    );
    await expect(stat(path.join(home, 'data'))).rejects.toThrow();
  });

  it('replaces a certificate that is damaged or for another name', async () => {
    const home = await makeTempFolder('home');
    const authority = await openAcmeAuthority();
    await (await startSecure(home, authority)).stop();
    const file = path.join(home, 'acme', NAME, 'certificate.pem');
    const { cert } = await makeCertificate('other.example');
    for (const content of ['not a certificate', cert]) {
      await writeFile(file, content);
      const again = await startSecure(home, authority);
      expect((await shownAt(again.port)).subjectaltname).toBe(`DNS:${NAME}`);
      await again.stop();
    }
    expect(await readFile(file, 'utf8')).toContain('PRIVATE KEY');
  });
});

it.each([
  [['--acme-email', 'ops@games.example'], /needs --public-url with a name/],
  [['--acme-email', 'ops@games.example', '--public-url', 'https://10.0.0.1'], /needs --public-url with a name/],
  [['--acme-email', 'ops@games.example', '--public-url', 'https://[fe80::1]'], /needs --public-url with a name/],
  [['--acme-email', 'ops', ...PUBLIC], /takes an address like/],
  [['--acme-email', 'ops@games.example', '--acme-directory', 'http://a', ...PUBLIC], /takes the https address/],
  [['--acme-email', 'ops@games.example', '--acme-http-port', '0', ...PUBLIC], /port/],
  [['--acme-email', 'ops@games.example', '--trust-proxy', ...PUBLIC], /leave out --tls-cert/],
])('refuses %j', (args, sentence) => {
  expect(() => parseServe(args)).toThrow(sentence);
});
