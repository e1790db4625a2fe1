// What a network does wrong, as a sentence: what happened, and what to look at.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { OTHER_CERTIFICATE } from './certificate-trust.ts';

const certificateReasons: Readonly<Record<string, Message>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: messageFor('certificate.self-signed'),
  SELF_SIGNED_CERT_IN_CHAIN: messageFor('certificate.authority-unknown'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: messageFor('certificate.authority-unknown'),
  UNABLE_TO_GET_ISSUER_CERT: messageFor('certificate.authority-unknown'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: messageFor('certificate.authority-unknown'),
  CERT_HAS_EXPIRED: messageFor('certificate.expired'),
  CERT_NOT_YET_VALID: messageFor('certificate.not-yet-valid'),
  CERT_UNTRUSTED: messageFor('certificate.not-trusted-reason'),
  CERT_REVOKED: messageFor('certificate.revoked'),
  CERT_SIGNATURE_FAILURE: messageFor('certificate.signature-wrong'),
  ERR_TLS_CERT_ALTNAME_INVALID: messageFor('certificate.other-name'),
  [OTHER_CERTIFICATE]: messageFor('certificate.other-fingerprint'),
};

const reasons: Readonly<Record<string, Message>> = {
  ENOTFOUND: messageFor('network.no-such-host'),
  EAI_AGAIN: messageFor('network.name-lookup-failed'),
  ECONNREFUSED: messageFor('network.nothing-listens'),
  ECONNRESET: messageFor('network.connection-cut'),
  EPIPE: messageFor('network.connection-cut'),
  ETIMEDOUT: messageFor('network.no-answer-in-time'),
  EHOSTUNREACH: messageFor('network.no-way'),
  ENETUNREACH: messageFor('network.no-way'),
  ENETDOWN: messageFor('network.down'),
  EPROTO: messageFor('network.no-tls'),
  ERR_SSL_WRONG_VERSION_NUMBER: messageFor('network.no-tls'),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: messageFor('network.no-tls'),
  ERR_PROXY_TUNNEL: messageFor('network.proxy-refuses'),
  ERR_READING_RESPONSE_STREAM: messageFor('network.answer-cut-off'),
  ERR_BODY_PARSE_FAILURE: messageFor('network.answer-unreadable'),
};

/** What the system says of a certificate whose issuer it does not know: of a pinned one, that it is not the one. */
const unknownIssuer = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

export function explainNetworkError(thrown: unknown, address: string, isPinned = false): AppError {
  const codes = codesOf(thrown);
  const found = codes.find((code) => Object.hasOwn(certificateReasons, code));
  const certificate = isPinned && found !== undefined && unknownIssuer.has(found) ? OTHER_CERTIFICATE : found;
  const untrusted = certificateReasons[certificate ?? ''];
  if (untrusted !== undefined) {
    const params = { address, why: untrusted };
    const extras = { cause: thrown, metadata: { reason: certificate } };
    return new AppError('CERTIFICATE_UNTRUSTED', 'certificate.not-trusted', params, extras);
  }
  const known = codes.find((code) => Object.hasOwn(reasons, code));
  const why = reasons[known ?? ''] ?? codes[0] ?? messageFor('network.reason-unknown');
  return new AppError('INSTANCE_UNREACHABLE', 'network.not-answering', { address, why }, { cause: thrown });
}

/** The codes of an error and of what caused it. */
function codesOf(thrown: unknown): string[] {
  const codes: string[] = [];
  let error = thrown;
  for (let depth = 0; depth < 5 && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string') codes.push(error.code);
    if (error.message === 'ETIMEDOUT') codes.push('ETIMEDOUT');
    error = error.cause;
  }
  return codes;
}

type Asked = { url: string; path: string };

/**
 * Of an answer that sends elsewhere. It is not followed, as the token would go along; where it is an address to use in the place of the
 * one that was asked, that is said.
 */
export function redirected({ url, path }: Asked, location: string | undefined): AppError {
  const target = location === undefined ? null : URL.parse(location, url + path);
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '') {
    return new AppError('INSTANCE_ADDRESS', 'network.redirected-nowhere', { url });
  }
  const to = placeOf(target, path);
  const { host, hostname } = target;
  if (hostname === new URL(url).hostname) return new AppError('INSTANCE_ADDRESS', 'network.redirected', { url, to });
  return new AppError('INSTANCE_ADDRESS', 'network.redirected-to-host', { url, to, host });
}

/** The address that an instance would have there: what was asked of it is no part of it. */
function placeOf({ origin, pathname, search }: URL, path: string): string {
  const whole = pathname + search;
  const base = whole.endsWith(path) ? whole.slice(0, -path.length) : pathname;
  return origin + base.replace(/\/+$/, '');
}
