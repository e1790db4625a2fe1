// Makes a self-signed certificate for a test with openssl, which every system with a shell of its own has at hand.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from './temp-folder.ts';

export type TestCertificate = { certFile: string; keyFile: string; cert: string };

export async function makeCertificate(name = 'games.example', days = 2): Promise<TestCertificate> {
  const folder = await makeTempFolder('tls');
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const names = `subjectAltName=DNS:${name},DNS:localhost,IP:127.0.0.1`;
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const args = ['req', '-x509', ...curve, '-nodes', '-days', String(days), '-subj', `/CN=${name}`, '-addext', names];
  try {
    await promisify(execFile)('openssl', [...args, '-keyout', keyFile, '-out', certFile]);
  } catch (thrown) {
    throw new Error('The tests of TLS need the program openssl. Install it and run them again.', { cause: thrown });
  }
  return { certFile, keyFile, cert: await readFile(certFile, 'utf8') };
}
