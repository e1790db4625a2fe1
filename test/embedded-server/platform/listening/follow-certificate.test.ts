// A certificate that is renewed while the service runs: shown to who connects next, and who is connected stays so.
import { once } from 'node:events';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { defaultLimits } from '../../../../embedded-server/platform/http/http-limits.ts';
import { followCertificate } from '../../../../embedded-server/platform/listening/follow-certificate.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { startTestService } from '../../../support/service.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

async function open(port: number) {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return socket;
}

async function shownAt(port: number): Promise<string> {
  const socket = await open(port);
  const { fingerprint256: shown } = socket.getPeerCertificate();
  socket.destroy();
  return shown;
}

it('is shown once its files are new and whole; until then the old one is', async () => {
  const folder = await makeTempFolder('renewed');
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const [old, renewed] = [await makeCertificate(), await makeCertificate()];
  await copyFile(old.certFile, certFile);
  await copyFile(old.keyFile, keyFile);
  const { server, log } = await startTestService({
    exposure: { publicUrl: 'https://games.example', tls: { certFile, keyFile } },
    limits: { ...defaultLimits, certificateLookMs: 20 },
  });
  const first = await shownAt(server.port);
  const connected = await open(server.port);
  const said = (text: string) => log.some((entry) => entry.message.includes(text));

  await copyFile(renewed.certFile, certFile); // the key comes later
  await until(() => said('does not belong to the certificate'), 'the service to say that they do not fit');
  expect(await shownAt(server.port)).toBe(first);
  await copyFile(renewed.keyFile, keyFile);
  await until(async () => (await shownAt(server.port)) !== first, 'the renewed certificate');
  expect(said('certificate renewed')).toBe(true);
  expect(connected.destroyed).toBe(false);
  connected.destroy();

  const now = await shownAt(server.port);
  await writeFile(certFile, 'nothing');
  await until(() => said('contains no certificate'), 'the service to say that it is none');
  await rm(keyFile);
  expect(await shownAt(server.port)).toBe(now);
});

it('is taken at a later look where it could not be, though its files look the same, and that is said once', async () => {
  const files = await makeCertificate();
  const said: string[] = [];
  let tries = 0;
  const take = () => {
    tries += 1;
    if (tries < 4) throw new Error('It may not be read');
  };
  const log = (_level: string, message: string) => void said.push(message);
  onTestFinished(followCertificate({ setSecureContext: take }, { files, stamp: 'before' }, { everyMs: 5, log }));
  await until(() => said.includes('certificate renewed'), 'the certificate to be taken');
  expect(said).toEqual([expect.any(String), 'certificate renewed']);
});
