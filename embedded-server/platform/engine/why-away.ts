// Why an engine cannot be reached, in words where it is one of certificates: what OpenSSL says of those is for programmers. Pure.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

const unsigned = messageFor('fleet.engine-unsigned');
const reasons: Readonly<Record<string, Message>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unsigned,
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  CERT_HAS_EXPIRED: messageFor('fleet.engine-expired'),
  ERR_TLS_CERT_ALTNAME_INVALID: messageFor('fleet.engine-other-name'),
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: messageFor('fleet.engine-key-of-other'),
  ERR_OSSL_PEM_NO_START_LINE: messageFor('fleet.engine-files-not-pem'),
  EPROTO: messageFor('fleet.engine-no-tls'),
};

export function whyAway(thrown: unknown): Message | string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  // It says so by an alert, of which there is one for each thing that it may dislike.
  if (/^ERR_SSL_.*_ALERT_/.test(code)) return messageFor('fleet.engine-refuses-us');
  return reasons[code] ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
