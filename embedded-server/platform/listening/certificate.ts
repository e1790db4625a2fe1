// Reads the certificate and key that the service speaks TLS with, and says in a sentence what is wrong with them.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { errorCode } from '../storage/data-errors.ts';

export type TlsFiles = { certFile: string; keyFile: string };
export type Secure = { cert: Buffer; key: Buffer; notices: string[] };

export async function readCertificate({ certFile, keyFile }: TlsFiles): Promise<Secure> {
  const cert = await read(certFile, 'certificate');
  const key = await read(keyFile, 'key');
  const parsed = parse(cert, certFile);
  try {
    createSecureContext({ cert, key });
  } catch (thrown) {
    throw bad(`The key in ${keyFile} cannot be read, or does not belong to the certificate in ${certFile}.`, thrown);
  }
  const isOver = Date.parse(parsed.validTo) < Date.now();
  return { cert, key, notices: isOver ? [`The certificate in ${certFile} ended on ${parsed.validTo}.`] : [] };
}

async function read(file: string, what: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    const why = errorCode(thrown) === 'ENOENT' ? 'it does not exist' : (errorCode(thrown) ?? 'it is unreadable');
    throw bad(`The TLS ${what} ${file} cannot be read: ${why}.`, thrown);
  }
}

function parse(cert: Buffer, file: string): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch (thrown) {
    throw bad(`${file} holds no certificate in PEM form.`, thrown);
  }
}

function bad(sentence: string, cause: unknown): AppError {
  return new AppError('LISTENING_REFUSED', sentence, { cause });
}
