// Keeps a certificate for the name of the service: gets one where there is none, and a new one before it ends.
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from '../../../embedded-server/platform/durable/write-durably.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { type AcmeOptions, createAccountKey, obtainCertificate } from './obtain-certificate.ts';
import { isDue, type Life, untilNextLook } from './when-to-renew.ts';

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
  /** At most so long is waited before each look at whether it is time for a new one. */
  mostWaitMs?: number;
  now?: () => number;
  obtain?: typeof obtainCertificate;
};

export async function keepCertificateRenewed(options: KeepOptions): Promise<KeptCertificate> {
  const { log, now = Date.now, obtain = obtainCertificate } = options;
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
  const read = () => lifeOf(file, options.host);
  // One that still holds is no reason to wait for its authority, which may be away.
  const life = await read();
  if (life === undefined || isOver(life, now())) await renew();
  const look = async () => {
    const present = await read();
    if (present === undefined || isDue(present, now())) await renew();
  };
  const looks = lookAgain(options, look, read);
  return { file, close: looks.close };
}

/** Looks now, and again as long as it is not closed. */
function lookAgain(
  { log, mostWaitMs = Infinity }: KeepOptions,
  look: () => Promise<void>,
  read: () => Promise<Life | undefined>,
) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const next = async () => {
    await look().catch((thrown: unknown) => log('error', asAppError(thrown).message));
    const wait = untilNextLook(await read());
    if (isClosed) return;
    timer = setTimeout(again, Math.min(wait, mostWaitMs));
    timer.unref();
  };
  const again = () => {
    looking = next();
  };
  let looking = next();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Nothing for one that is damaged or of another name, as if there were none. */
async function lifeOf(file: string, host: string): Promise<Life | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const parsed = text === undefined ? undefined : parse(text);
  if (parsed === undefined || parsed.checkHost(host) === undefined) return undefined;
  return { from: Date.parse(parsed.validFrom), to: Date.parse(parsed.validTo) };
}

function isOver({ to }: Life, at: number): boolean {
  return at >= to;
}

function parse(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
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
