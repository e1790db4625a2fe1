// Which certificates an instance may show: only the pinned one where a person agreed to one, otherwise what the system trusts and
// the authorities of a file.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AgentOptions } from 'node:https';
import { getCACertificates, type PeerCertificate } from 'node:tls';
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** A certificate that a person agreed to. It is taken from this instance, and no other is. */
export type PinnedCertificate = { readonly fingerprint: string; readonly pem: string };

export type Trust = {
  pinned?: PinnedCertificate | undefined;
  /** A file with certificates of authorities that are trusted beside the usual ones. */
  caFile?: string | undefined;
};

/** The error of a certificate that is not the pinned one. */
export const OTHER_CERTIFICATE = 'PINNED_CERTIFICATE_OTHER';

export async function tlsOptions({ pinned, caFile }: Trust): Promise<AgentOptions> {
  if (pinned !== undefined) {
    return {
      ca: [pinned.pem],
      allowPartialTrustChain: true, // the certificate itself is trusted, whoever signed it
      checkServerIdentity: (_name: string, { fingerprint256 }: PeerCertificate) =>
        fingerprint256 === pinned.fingerprint
          ? undefined
          : Object.assign(new Error('another certificate'), { code: OTHER_CERTIFICATE }),
    };
  }
  if (caFile === undefined) return {};
  return { ca: [...getCACertificates('default'), await readCaFile(caFile)] };
}

/** Certificates as PEM. Throws a sentence, under the code of who asks, where the file cannot be read or holds none. */
export async function readCaFile(
  file: string,
  code: 'CERTIFICATE_UNTRUSTED' | 'USAGE' = 'CERTIFICATE_UNTRUSTED',
): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError(code, 'certificate.file-unreadable', { file }, { cause });
  });
  try {
    void new X509Certificate(text); // throws where there is none
    return text;
  } catch (cause) {
    throw new AppError(code, 'certificate.none-in-file', { file }, { cause });
  }
}
