// Looks at the certificate that an instance shows, so that a person can compare its fingerprint. Nothing is sent but the
// handshake: the connection ends before a request would begin.
import { X509Certificate } from 'node:crypto';
import https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { CertificateView } from '../../../src-shared/instances/bridge.ts';
import type { PinnedCertificate } from './certificate-trust.ts';
import { explainNetworkError } from './network-errors.ts';

const LOOK_MS = 10_000;

export type SeenCertificate = { view: CertificateView; pinned: PinnedCertificate };

export async function lookAtCertificate(
  address: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SeenCertificate> {
  const agent = new https.Agent({ proxyEnv: env, rejectUnauthorized: false });
  try {
    return seen(await peerCertificate(address, agent));
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : explainNetworkError(thrown, address);
  } finally {
    agent.destroy();
  }
}

function peerCertificate(address: string, agent: https.Agent): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const request = https.request(address, { agent, method: 'HEAD', timeout: LOOK_MS });
    request.on('timeout', () => request.destroy(new Error('ETIMEDOUT')));
    request.on('error', reject);
    request.on('socket', (socket) => {
      // Asked once: Node gives the certificate out a single time.
      const take = (certificate: X509Certificate | undefined) => {
        if (certificate === undefined) {
          reject(new AppError('CERTIFICATE_UNTRUSTED', 'certificate.none', { address }));
        } else resolve(certificate);
        request.destroy();
      };
      // Behind a proxy the handshake is over before the socket is handed to the request.
      const early = peerOf(socket);
      if (early === undefined) socket.once('secureConnect', () => take(peerOf(socket)));
      else take(early);
    });
    // Never ended, so that nothing of the request itself leaves.
  });
}

function peerOf(socket: Socket): X509Certificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
}

function seen(certificate: X509Certificate): SeenCertificate {
  const { fingerprint256, subject, issuer, validFrom, validTo, subjectAltName } = certificate;
  return {
    view: {
      fingerprint: fingerprint256,
      subject: oneLine(subject),
      issuer: oneLine(issuer),
      valid_from: new Date(validFrom).toISOString(),
      valid_to: new Date(validTo).toISOString(),
      names: subjectAltName ?? '',
      self_signed: certificate.checkIssued(certificate),
    },
    pinned: { fingerprint: fingerprint256, pem: certificate.toString() },
  };
}

function oneLine(name: string): string {
  return name.split('\n').join(', ');
}
