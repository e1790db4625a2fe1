// The options of `slipway serve` that have it get its certificate by itself.
import { isIP } from 'node:net';
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import type { KeptCertificate } from '../core/acme/renew-certificate.ts';
import type { ExposureOptions, LogEntry } from '../core/local-service/headless.ts';
import { numberWithin } from './arguments.ts';

export const acmeOptions = {
  'acme-email': { type: 'string' },
  'acme-directory': { type: 'string' },
  'acme-http-port': { type: 'string' },
} as const;

export const acmeHelp: readonly [string, string][] = [
  ['--acme-email ADDRESS', "Get a certificate for --public-url by itself; with this you accept its authority's terms"],
  ['--acme-directory URL', "The authority (Let's Encrypt)"],
  ['--acme-http-port N', 'The port that the authority finds this machine at, while it asks (80)'],
];

export type Acme = { email: string; host: string; directoryUrl: string; challengePort: number };

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';
const HTTP_PORT = '80';

type Values = Partial<Record<keyof typeof acmeOptions, string>>;

/** Undefined where no certificate is to be fetched. */
export function parseAcme(values: Values, exposure: ExposureOptions): Acme | undefined {
  const {
    'acme-email': email,
    'acme-directory': directory = LETS_ENCRYPT,
    'acme-http-port': port = HTTP_PORT,
  } = values;
  if (email === undefined) return undefined;
  const host = hostOf(exposure);
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new AppError('USAGE', 'cli.acme-email-invalid', { text: email });
  if (URL.parse(directory)?.protocol !== 'https:') {
    throw new AppError('USAGE', 'cli.acme-directory-invalid', { text: directory });
  }
  return {
    email,
    host,
    directoryUrl: directory,
    challengePort: numberWithin('--acme-http-port', port, { least: 1, most: 65_535 }),
  };
}

/** The name that the certificate is for: an authority gives none for an address. */
function hostOf({ publicUrl = '', tls, trustProxy }: ExposureOptions): string {
  if (tls !== undefined || trustProxy === true) throw new AppError('USAGE', 'cli.acme-beside-other-tls');
  const host = URL.parse(publicUrl)?.hostname ?? '';
  if (host === '' || host.startsWith('[') || isIP(host) !== 0) throw new AppError('USAGE', 'cli.acme-needs-name');
  return host;
}

/** Fetches it where there is none yet, and keeps it fresh until it is closed. */
export async function keepAcme(
  acme: Acme | undefined,
  appFolder: string,
  log: (entry: LogEntry) => void,
): Promise<KeptCertificate | undefined> {
  if (acme === undefined) return undefined;
  const { keepCertificateRenewed } = await import('../core/acme/renew-certificate.ts');
  return await keepCertificateRenewed({
    ...acme,
    folder: path.join(appFolder, 'acme'),
    log: (level, message) => log({ time: new Date().toISOString(), level, message }),
  });
}
