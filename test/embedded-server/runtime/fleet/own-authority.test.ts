// Hosts know a service whose certificate no public authority signed: one that signed itself, or one of an authority of one's own.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../../../embedded-server/index.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { nodeBuild, startHosting } from '../../../support/hosting.ts';
import { endHosts, processFleet } from '../../../support/process-fleet.ts';
import { ownPorts } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

// Each host is a process that loads the command line.
vi.setConfig({ testTimeout: 90_000 });

type Certificate = { certFile: string; keyFile: string; ca: string };

async function signedByItself(): Promise<Certificate> {
  const { certFile, keyFile, cert } = await makeCertificate();
  return { certFile, keyFile, ca: cert };
}

/** The service has its own certificate alone, as many are set up. */
async function signedByOwnAuthority(): Promise<Certificate> {
  const folder = await makeTempFolder('authority');
  const at = (name: string) => path.join(folder, name);
  const run = async (...words: string[]) => await promisify(execFile)('openssl', words);
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await run(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=Studio',
    '-days',
    '2',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  await run('req', ...curve, '-subj', '/CN=games', '-keyout', at('key.pem'), '-out', at('request.pem'));
  await writeFile(at('names'), 'subjectAltName=IP:127.0.0.1');
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')];
  await run('x509', '-req', '-in', at('request.pem'), ...signing, '-days', '2', '-out', at('cert.pem'));
  return { certFile: at('cert.pem'), keyFile: at('key.pem'), ca: await readFile(at('ca.pem'), 'utf8') };
}

/** A service with TLS whose namespace keeps one server, and how many of its servers run. */
async function startSecure({ certFile, keyFile, ca }: Certificate, told: { ca?: string }) {
  const dataFolder = await makeTempFolder();
  const prepared = await startHosting({ dataFolder });
  await prepared.switchTo((await prepared.deploy(nodeBuild())).version);
  await prepared.policy({ server_count: 1 });
  await prepared.server.close();
  const driver = processFleet(await makeTempFolder(), ownPorts());
  onTestFinished(() => endHosts(driver));
  const service = await startServer({
    dataFolder,
    port: 0,
    exposure: { tls: { certFile, keyFile } },
    fleet: { driver, ...told },
    onLog: () => undefined,
  });
  onTestFinished(() => service.close());
  const list = async () => {
    const headers = { authorization: `Bearer ${service.token}` };
    const answer = await new Promise<unknown>((resolve, reject) => {
      get(`${service.localUrl}${prepared.path}/servers`, { ca, headers }, (response) => resolve(json(response))).on(
        'error',
        reject,
      );
    });
    return (answer as { servers: { state: string }[] }).servers;
  };
  return { list };
}

test.each([
  ['one that signed itself', signedByItself],
  ['one of an authority that nobody named', signedByOwnAuthority],
])('a certificate of one’s own is handed to hosts by the service: %s', async (_, make) => {
  const { list } = await startSecure(await make(), {});
  await until(async () => (await list()).some(({ state }) => state === 'running'), 'a server');
});

test('an authority that is named is what hosts know the service by', async () => {
  const certificate = await signedByOwnAuthority();
  const { list } = await startSecure(certificate, { ca: certificate.ca });
  await until(async () => (await list()).some(({ state }) => state === 'running'), 'a server');
});

test('another service with a certificate of another authority gets no host', async () => {
  const { ca } = await signedByOwnAuthority();
  const { list } = await startSecure(await signedByItself(), { ca });
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect((await list()).map(({ state }) => state)).toEqual(['preparing']);
});
