// Whether callers will take the certificate that the service shows: its key, its name, its days and its chain.
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { readCertificate, type TlsFiles } from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { bareHost } from '../../../src-shared/host-address.ts';
import { type Message, messageFor, messageOf } from '../../../src-shared/text/message.ts';
import { dayMessage } from '../../../src-shared/text/values.ts';
import { isLate } from '../acme/when-to-renew.ts';
import { findingsOf, type HostFinding } from './finding.ts';

const { ok, note, warning, stop } = findingsOf('certificate');

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

export type CertificateOptions = {
  tls: TlsFiles | undefined;
  /** The name that one is asked of an authority for, and the folder where it is kept. */
  acme: { host: string; folder: string; challengePort: number } | undefined;
  trustProxy: boolean;
  publicUrl: string | undefined;
  /** Whether others than this machine reach the service. */
  isReached: boolean;
};

export async function checkCertificate(options: CertificateOptions): Promise<HostFinding[]> {
  const { tls, acme, trustProxy, publicUrl, isReached } = options;
  if (acme !== undefined) return await checkAcme(acme);
  if (tls !== undefined) return await checkFiles(tls, publicUrl);
  if (trustProxy) return [ok(messageFor('host.tls-by-proxy'))];
  return isReached ? [] : [ok(messageFor('host.tls-not-needed'))];
}

async function checkFiles(files: TlsFiles, publicUrl: string | undefined): Promise<HostFinding[]> {
  const { certFile, keyFile } = files;
  // systemd copies them there while the service runs, for it alone.
  if (certFile.startsWith('/run/credentials/') && (await stat(certFile).catch(() => undefined)) === undefined) {
    return [note(messageFor('host.tls-from-systemd', { file: certFile }))];
  }
  try {
    await readCertificate(files);
  } catch (thrown) {
    return [stop(messageOf(asAppError(thrown)), messageFor('host.do-name-certificate'))];
  }
  const renew = messageFor('host.do-renew');
  const pem = await readFile(certFile, 'utf8');
  const found = judge(pem, { file: certFile, name: nameOf(publicUrl), renew, soonDays: SOON_DAYS });
  const open = await openKey(keyFile);
  return open === undefined ? found : [...found, open];
}

function nameOf(publicUrl: string | undefined): string | undefined {
  return publicUrl === undefined ? undefined : bareHost(new URL(publicUrl).hostname);
}

type Expected = { file: string; name: string | undefined; renew: Message; soonDays: number };

function judge(pem: string, { file, name, renew, soonDays }: Expected): HostFinding[] {
  const certificate = new X509Certificate(pem);
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const until = dayMessage(certificate.validTo);
  if (to < Date.now()) return [stop(messageFor('host.certificate-over', { file, until }), renew)];
  if (from > Date.now()) {
    const sentence = messageFor('host.certificate-not-yet', { file, from: dayMessage(certificate.validFrom) });
    return [stop(sentence, messageFor('host.do-set-clock'))];
  }
  if (name !== undefined && !isFor(certificate, name)) {
    const names = certificate.subjectAltName?.replaceAll(/(?:DNS|IP Address):/g, '') ?? certificate.subject;
    return [
      stop(messageFor('host.certificate-of-other', { file, name, names }), messageFor('host.do-name-certificate')),
    ];
  }
  const days = Math.floor((to - Date.now()) / DAY_MS);
  if (days < soonDays) return [warning(messageFor('host.certificate-ends', { file, days, until }), renew)];
  if (lacksChain(pem, certificate)) {
    return [warning(messageFor('host.certificate-alone', { file }), messageFor('host.do-full-chain'))];
  }
  return [ok(messageFor('host.certificate-fine', { file, until }))];
}

function isFor(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}

/** Signed by another one that is not in the file. Browsers fetch that one, most programs do not. */
function lacksChain(pem: string, certificate: X509Certificate): boolean {
  const count = pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  return count === 1 && !certificate.checkIssued(certificate);
}

async function openKey(file: string): Promise<HostFinding | undefined> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o007) === 0) return undefined;
  return warning(messageFor('host.key-open', { file }), messageFor('host.do-close-key', { file }));
}

async function checkAcme({
  host,
  folder,
  challengePort: port,
}: NonNullable<CertificateOptions['acme']>): Promise<HostFinding[]> {
  const file = path.join(folder, 'acme', host, 'certificate.pem');
  const pem = await readFile(file, 'utf8').catch(() => undefined);
  const params = { host, file };
  if (pem === undefined)
    return [note(messageFor('host.acme-none-yet', params), messageFor('host.do-open-port', { port }))];
  const hint = messageFor('host.do-look-at-log', { port });
  const certificate = parse(pem);
  // The service gets another one in the place of such a one.
  if (certificate === undefined) return [warning(messageFor('host.acme-damaged', params), hint)];
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const until = dayMessage(certificate.validTo);
  const isRenewedLate = to > Date.now() && isLate({ from, to }, Date.now());
  if (isRenewedLate) return [warning(messageFor('host.acme-late', { host, until }), hint)];
  // How soon it ends is no news, as some end each day.
  return judge(pem, { file, name: host, renew: hint, soonDays: 0 });
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
