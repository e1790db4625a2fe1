// The way to one instance: through the proxy that the system names, trusting who it may trust. The token leaves only after
// the other side's certificate was found good.

import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { getCACertificates, type PeerCertificate } from 'node:tls';
import { AppError } from '../../../src-shared/errors/app-error.ts';

/** A certificate that a person agreed to. It is taken from this instance, and no other is. */
export type PinnedCertificate = { readonly fingerprint: string; readonly pem: string };

export type Trust = {
  pinned?: PinnedCertificate | undefined;
  /** A file with certificates of authorities that are trusted beside the usual ones. */
  caFile?: string | undefined;
};

export type Network = {
  readonly agents: {
    readonly http: http.Agent;
    readonly https: https.Agent;
    /** Only one certificate is taken, which a person agreed to. */
    readonly isPinned: boolean;
  };
  /** Ends the connections that are kept. */
  close(): void;
};

/** The error of a certificate that is not the pinned one. */
export const OTHER_CERTIFICATE = 'PINNED_CERTIFICATE_OTHER';

const IDLE_SOCKETS = 4;

export async function openNetwork(trust: Trust, env: NodeJS.ProcessEnv = process.env): Promise<Network> {
  const common = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS, proxyEnv: env };
  const agents = {
    http: new http.Agent(common),
    https: new https.Agent({ ...common, ...(await tlsOptions(trust)) }),
    isPinned: trust.pinned !== undefined,
  };
  return {
    agents,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

async function tlsOptions({ pinned, caFile }: Trust): Promise<https.AgentOptions> {
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

/** Throws a sentence where it cannot be read, or holds no certificate. */
export async function readCaFile(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (cause) {
    throw new AppError(
      'CERTIFICATE_UNTRUSTED',
      'certificate.file-unreadable',
      { file },
      {
        cause,
      },
    );
  }
  throw new AppError('CERTIFICATE_UNTRUSTED', 'certificate.none-in-file', { file });
}
