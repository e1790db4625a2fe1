// A real certificate authority for tests: Pebble, which the makers of Let's Encrypt test clients with, and its DNS, in which every name
// leads to this machine. Where it is not installed tests skip, and say so by name.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { makeCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { makeTempFolder } from './temp-folder.ts';
import { until } from './until.ts';

export const hasAuthority = ['pebble', 'pebble-challtestsrv'].every((name) => spawnSync('which', [name]).status === 0);

export type AcmeAuthority = {
  directoryUrl: string;
  /** The port at which it asks machines. */
  askedPort: number;
  /** The file of the certificate that its own address shows. */
  trusted: string;
  close(): Promise<void>;
};

export async function openAcmeAuthority(): Promise<AcmeAuthority> {
  const { certFile, keyFile } = await makeCertificate('localhost');
  const [port, management, askedPort, tlsPort, dns, dnsManagement] = await Promise.all(
    Array.from({ length: 6 }, freePort),
  );
  const config = path.join(await makeTempFolder('pebble'), 'pebble.json');
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: certFile,
    privateKey: keyFile,
    httpPort: askedPort,
    tlsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  await writeFile(config, JSON.stringify({ pebble }));
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
  const names = run('pebble-challtestsrv', [
    '-dns01',
    `127.0.0.1:${dns}`,
    '-management',
    `127.0.0.1:${dnsManagement}`,
    '-defaultIPv6',
    '',
    ...off,
  ]);
  const authority = run('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`]);
  const close = async () => {
    await Promise.all([names.close(), authority.close()]);
  };
  onTestFinished(close);
  await until(() => authority.output().includes('ACME directory available'), 'the authority');
  await until(() => /Starting/.test(names.output()), 'its names');
  return { directoryUrl: `https://localhost:${port}/dir`, askedPort: askedPort ?? 0, trusted: certFile, close };
}

function run(program: string, args: readonly string[]) {
  // It waits up to 15 s before it asks, and loses some of its own nonces, unless it is told not to; lost nonces stay, as real ones are lost.
  const child = spawn(program, args, { env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  return {
    output: () => output,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
