// Reads the certificate and key that the service speaks TLS with, and says in a sentence what is wrong with them.
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { dayMessage } from '../../../src-shared/text/values.ts';
import { errorCode } from '../storage/data-errors.ts';

export type TlsFiles = { certFile: string; keyFile: string };
export type Secure = {
  files: TlsFiles;
  /** What the files looked like before they were read. */
  stamp: string;
  cert: Buffer;
  key: Buffer;
  validTo: string;
  notices: Message[];
};

export async function readCertificate(files: TlsFiles): Promise<Secure> {
  const { certFile, keyFile } = files;
  const stamp = await stampOf(files);
  const cert = await read(certFile, 'certificate');
  const key = await read(keyFile, 'key');
  const parsed = parse(cert, certFile);
  try {
    createSecureContext({ cert, key });
  } catch (thrown) {
    throw bad(messageFor('listening.tls-key-not-of-certificate', { key: keyFile, certificate: certFile }), thrown);
  }
  const isOver = Date.parse(parsed.validTo) < Date.now();
  const notice = messageFor('listening.certificate-ended', { file: certFile, date: dayMessage(parsed.validTo) });
  return { files, stamp, cert, key, validTo: parsed.validTo, notices: isOver ? [notice] : [] };
}

/** What the service speaks TLS with. */
export function secureContextOf({ cert, key }: Secure): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2' };
}

/** Changes when one of the files is written, replaced or removed. */
export async function stampOf({ certFile, keyFile }: TlsFiles): Promise<string> {
  const stamps = await Promise.all(
    [certFile, keyFile].map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found === undefined ? 'gone' : `${found.ino} ${found.mtimeMs} ${found.size}`;
    }),
  );
  return stamps.join('\n');
}

async function read(file: string, what: 'certificate' | 'key'): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    const code = errorCode(thrown) ?? messageFor('listening.file-unreadable');
    const isMissing = code === 'ENOENT';
    throw bad(
      isMissing
        ? messageFor(`listening.tls-${what}-missing`, { file })
        : messageFor(`listening.tls-${what}-unreadable`, { file, code }),
      thrown,
    );
  }
}

function parse(cert: Buffer, file: string): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch (thrown) {
    throw bad(messageFor('certificate.none-in-file', { file }), thrown);
  }
}

function bad(sentence: Message, cause: unknown): AppError {
  return new AppError('LISTENING_REFUSED', sentence, { cause });
}
