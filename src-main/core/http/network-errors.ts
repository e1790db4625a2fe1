// What a network does wrong, as a sentence: what happened, and what to look at.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { OTHER_CERTIFICATE } from './network.ts';

const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not one that this machine knows',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not one that this machine knows',
  UNABLE_TO_GET_ISSUER_CERT: 'its authority is not one that this machine knows',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not one that this machine knows',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet; look at the clock of this machine',
  CERT_UNTRUSTED: 'it is not trusted',
  CERT_REVOKED: 'it was revoked',
  CERT_SIGNATURE_FAILURE: 'its signature is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  [OTHER_CERTIFICATE]:
    'it is another one than the one you agreed to. Nothing was sent there. Agree to it only if those who run it say that they changed it',
};

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no machine of this name. Look at the address, and whether you are online',
  EAI_AGAIN: 'its name cannot be looked up now. Look whether you are online',
  ECONNREFUSED: 'nothing listens there. Look at the port, and whether the service runs',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'no answer came in time',
  EHOSTUNREACH: 'there is no way to it from here. Look whether you are online',
  ENETUNREACH: 'there is no way to it from here. Look whether you are online',
  ENETDOWN: 'the network is down',
  EPROTO: 'it does not speak TLS there. Try it with http:// if that is right',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there. Try it with http:// if that is right',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS there. Try it with http:// if that is right',
  ERR_PROXY_TUNNEL: 'the proxy does not let us through. Look at HTTPS_PROXY and NO_PROXY',
  ERR_READING_RESPONSE_STREAM: 'the answer was cut off',
  ERR_BODY_PARSE_FAILURE: 'the answer cannot be read',
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
  if (certificate !== undefined) {
    return new AppError(
      'CERTIFICATE_UNTRUSTED',
      `The certificate of ${address} is not trusted: ${certificateReasons[certificate]}.`,
      { cause: thrown, metadata: { reason: certificate } },
    );
  }
  const known = codes.find((code) => Object.hasOwn(reasons, code));
  const why = known === undefined ? (codes[0] ?? 'the reason is not known') : reasons[known];
  return new AppError('INSTANCE_UNREACHABLE', `${address} does not answer: ${why}.`, { cause: thrown });
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
