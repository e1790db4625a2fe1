// Which files of a build look like secrets, by their names: nobody may ship one without knowing.
import { type Message, messageFor } from '../text/message.ts';
import type { IgnoreRule } from './ignore-rules.ts';

/** A row. What a secret's row fits is not dropped silently: it stops the packing until a person decides. */
export type LeaveOutRule = IgnoreRule & {
  readonly reason: Message;
  readonly matchesSecrets: boolean;
  /** A line of the build's own ignore file, to be changed there. */
  readonly isOwn?: boolean;
};

const PRIVATE_KEY = messageFor('leave-out.private-key');

/** Later rows win; a row with `!` keeps a file that is no secret. */
export const secretFiles: readonly LeaveOutRule[] = [
  ...secret(messageFor('leave-out.environment'), ['.env', '.env.*']),
  ...kept(messageFor('leave-out.example'), ['.env.example', '.env.sample', '.env.template']),
  ...secret(messageFor('leave-out.key'), ['id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*']),
  ...kept(messageFor('leave-out.public-key'), ['id_*.pub']),
  ...secret(PRIVATE_KEY, ['*.pem', '*.key', '*.keystore', '*.jks', '*.p12', '*.pfx']),
  ...secret(messageFor('leave-out.passwords'), ['.netrc', '.pgpass', '.git-credentials']),
  ...secret(messageFor('leave-out.cloud-keys'), ['.aws/credentials', '**/.aws/credentials']),
];

/** Whether a file that a secret's row fits turns out to be none: certificates are public, the keys to them are not. */
export function isHarmless({ pattern }: LeaveOutRule, text: string): boolean {
  return pattern === '*.pem' && text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('PRIVATE KEY-----');
}

/** How large a file may be to be read for that: a larger one is not known to be harmless. */
export const MOST_HARMLESS_BYTES = 1_048_576;

function secret(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern, reason, matchesSecrets: true, filesOnly: true }));
}

function kept(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern: `!${pattern}`, reason, matchesSecrets: false }));
}
