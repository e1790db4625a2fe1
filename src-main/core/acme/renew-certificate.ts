// Keeps a certificate for the name of the service: gets one where there is none, and a new one before it ends.
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../../embedded-server/platform/durable/write-durably.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { type AcmeOptions, createAccountKey, obtainCertificate } from './obtain-certificate.ts';

/** Certificate and key are in one file, so that nobody reads one without the other. */
export type KeptCertificate = {
  file: string;
  /** Settles when a renewal that is under way has ended; nobody needs to wait for that. */
  close(): Promise<void>;
};

export type KeepOptions = AcmeOptions & {
  /** Where the certificate and the account's key are kept; for this user alone. */
  folder: string;
  log(level: 'info' | 'error', message: string): void;
  /** How often is looked whether it is time for a new one. */
  lookEveryMs?: number;
  now?: () => number;
  obtain?: typeof obtainCertificate;
};

const HALF_A_DAY_MS = 43_200_000;
/** A new one is fetched when this part of its life is left: a month of the usual three. */
const RENEWED_WITH_LEFT = 1 / 3;

export async function keepCertificateRenewed(options: KeepOptions): Promise<KeptCertificate> {
  const { log, lookEveryMs = HALF_A_DAY_MS, now = Date.now, obtain = obtainCertificate } = options;
  const folder = path.join(options.folder, options.host);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'certificate.pem');
  const renew = async () => {
    const authority = new URL(options.directoryUrl).host;
    log('info', `asking ${authority} for a certificate for ${options.host}`);
    const { cert, key } = await obtain(options, await accountKeyIn(folder));
    await writeDurably(file, `${cert.trim()}\n${key}`);
    log('info', `certificate for ${options.host} from ${authority}, good until ${endOf(cert)}`);
  };
  // One that still holds is no reason to wait for its authority, which may be away.
  if ((await lifeOf(file, options.host, now())) === 'none') await renew();
  let renewing: Promise<void> | undefined;
  const look = async () => {
    if ((await lifeOf(file, options.host, now())) !== 'fresh') await renew();
  };
  const lookOnce = () => {
    renewing ??= look()
      .catch((thrown: unknown) => log('error', asAppError(thrown).message))
      .finally(() => {
        renewing = undefined;
      });
  };
  lookOnce();
  const timer = setInterval(lookOnce, lookEveryMs);
  timer.unref();
  const close = async () => {
    clearInterval(timer);
    await renewing;
  };
  return { file, close };
}

/** `ending`: good still, but it is time for a new one. */
async function lifeOf(file: string, host: string, at: number): Promise<'fresh' | 'ending' | 'none'> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const parsed = text === undefined ? undefined : parse(text);
  if (parsed === undefined || parsed.checkHost(host) === undefined) return 'none';
  const [from, to] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)];
  if (at >= to) return 'none';
  return to - at > (to - from) * RENEWED_WITH_LEFT ? 'fresh' : 'ending';
}

function parse(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined; // damaged: as if there were none
  }
}

function endOf(cert: string): string {
  return new Date(new X509Certificate(cert).validTo).toISOString().slice(0, 10);
}

/** By the same account each time: authorities count what one asks for. */
async function accountKeyIn(folder: string): Promise<string> {
  const file = path.join(folder, 'account.pem');
  const present = await readFile(file, 'utf8').catch(() => undefined);
  if (present !== undefined) return present;
  const made = await createAccountKey();
  await writeDurably(file, made);
  return made;
}
