// Takes a remote into the list: looks at it first, asks for consent where a token could be read or a certificate is unknown,
// and keeps the token only when it was found good.
import { randomUUID } from 'node:crypto';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { AddOutcome, CertificateView } from '../../../src-shared/instances/bridge.ts';
import { joined, type Message, messageFor, messageOf } from '../../../src-shared/text/message.ts';
import type { Secrets } from '../host/secrets.ts';
import { readAddress } from '../http/address.ts';
import type { PinnedCertificate, Trust } from '../http/certificate-trust.ts';
import { lookAtCertificate } from '../http/shown-certificate.ts';
import { isInTheClear, mayCarryToken } from '../http/token-in-clear.ts';
import type { CallRecord } from '../http/transport.ts';
import { probeInstance } from './probe.ts';
import { tokenName } from './remote-instance.ts';
import type { RemoteRecord, RemoteStore } from './remote-store.ts';

export type RemoteRequest = {
  url: string;
  name?: string | undefined;
  trust_fingerprint?: string | undefined;
  allow_in_the_clear?: boolean | undefined;
};

export type AddOptions = {
  store: RemoteStore;
  secrets: Secrets;
  caFile: () => string | undefined;
  onCall(instance_id: string, record: CallRecord): void;
  onToken(token: string): void;
  /** The record is ready and its token is kept. */
  onAdded(record: RemoteRecord): Promise<void>;
};

/** The way to a remote, or what a person has to agree to first. */
export type Way = { outcome: 'ready'; url: string; trust: Trust } | { outcome: 'in_the_clear'; sentence: Message };

type Consent = Exclude<AddOutcome, { outcome: 'added' }>;

export async function findWay(request: RemoteRequest, caFile: string | undefined): Promise<Way> {
  const url = readAddress(request.url);
  if (!mayCarryToken(url, request)) {
    return { outcome: 'in_the_clear', sentence: messageFor('consent.in-the-clear', { url }) };
  }
  if (request.trust_fingerprint === undefined) return { outcome: 'ready', url, trust: { caFile } };
  return { outcome: 'ready', url, trust: { pinned: await pin(url, request.trust_fingerprint) } };
}

/** The certificate with this fingerprint, if it is the one that is shown now. */
export async function pin(url: string, fingerprint: string): Promise<PinnedCertificate> {
  if (!url.startsWith('https:')) throw new AppError('CERTIFICATE_UNTRUSTED', 'certificate.not-https', { url });
  const { pinned } = await lookAtCertificate(url);
  if (plain(pinned.fingerprint) === plain(fingerprint)) return pinned;
  throw new AppError('CERTIFICATE_UNTRUSTED', 'certificate.changed', { url, fingerprint: pinned.fingerprint });
}

/** People write fingerprints with and without colons. */
function plain(fingerprint: string): string {
  return fingerprint.replaceAll(/[^0-9a-f]/gi, '').toUpperCase();
}

/** Runs `work`; a certificate that is not trusted becomes a question with its fingerprint. */
export async function orAskAboutCertificate<T>(url: string, work: () => Promise<T>): Promise<T | Consent> {
  try {
    return await work();
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code !== 'CERTIFICATE_UNTRUSTED') throw error;
    const { view } = await lookAtCertificate(url);
    return { outcome: 'certificate', sentence: certificateSentence(error, view), certificate: view };
  }
}

function certificateSentence(error: AppError, { fingerprint }: CertificateView): Message {
  return joined(messageOf(error), messageFor('consent.certificate', { fingerprint }));
}

export async function addRemote(options: AddOptions, request: RemoteRequest & { token: string }): Promise<AddOutcome> {
  const way = await findWay(request, options.caFile());
  if (way.outcome !== 'ready') return way;
  const token = readToken(request.token);
  options.onToken(token);
  await refuseKnown(options, way.url, token);
  return await orAskAboutCertificate(way.url, () => addOn(options, { ...request, ...way, token }));
}

type Ready = {
  url: string;
  trust: Trust;
  token: string;
  name?: string | undefined;
  allow_in_the_clear?: boolean | undefined;
};

async function addOn(
  options: AddOptions,
  { url, trust, token, name, allow_in_the_clear: allow }: Ready,
): Promise<AddOutcome> {
  const id = randomUUID();
  const onCall = (record: CallRecord) => options.onCall(id, record);
  const probe = await probeInstance({ address: { url, token }, trust, onCall });
  const record: RemoteRecord = {
    id,
    url,
    name: freeName(name ?? new URL(url).host, options.store),
    ...(trust.pinned === undefined ? {} : { pinned: trust.pinned }),
    ...(allow === true && isInTheClear(url) ? { allow_in_the_clear: true } : {}),
  };
  await options.secrets.set(tokenName(id), token);
  await options.onAdded(record);
  return { outcome: 'added', instance_id: id, probe };
}

/** A token goes into a header as it is. One that was copied with its line end is meant without it. */
export function readToken(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new AppError('API_UNAUTHORIZED', 'token.has-spaces');
}

async function refuseKnown({ store, secrets }: AddOptions, url: string, token: string): Promise<void> {
  for (const known of store.list().filter((record) => record.url === url)) {
    if ((await secrets.get(tokenName(known.id))) !== token) continue;
    throw new AppError('INSTANCE_EXISTS', 'instance.known-already', { name: known.name });
  }
}

function freeName(requested: string, store: RemoteStore): string {
  const taken = new Set(['Local', ...store.list().map(({ name }) => name)]);
  let name = requested;
  for (let count = 2; taken.has(name); count += 1) name = `${requested} ${count}`;
  return name;
}
