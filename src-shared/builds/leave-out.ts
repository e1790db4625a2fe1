// What does not belong in a build, in one table: left out unless a person says otherwise, and secrets, which nobody may ship
// without knowing. Patterns are read as git reads them; `.slipwayignore` at the root comes after them and so wins.
import { type Message, messageFor } from '../text/message.ts';
import { type IgnoreRule, parseIgnoreFile } from './ignore-rules.ts';

/** A row. What a secret's row fits is not dropped silently: it stops the packing until a person decides. */
export type LeaveOutRule = IgnoreRule & {
  readonly reason: Message;
  readonly isSecret: boolean;
  /** A line of the build's own ignore file, to be changed there. */
  readonly isOwn?: boolean;
};

/** The ignore file of a build's folder. */
export const IGNORE_FILE = '.slipwayignore';

const HISTORY = messageFor('leave-out.version-control');
const SYSTEM = messageFor('leave-out.system');
const SYMBOLS = messageFor('leave-out.debug-symbols');
const LINKING = messageFor('leave-out.linking');
const EDITOR = messageFor('leave-out.editor');
const RUNS = messageFor('leave-out.written-while-running');
const PRIVATE_KEY = messageFor('leave-out.private-key');

/** What is left out by default, and what counts as a secret. Later rows win; a row with `!` keeps. */
export const defaultLeaveOut: readonly LeaveOutRule[] = [
  ...left(HISTORY, ['.git', '.hg', '.svn']),
  ...left(SYSTEM, ['.DS_Store', '__MACOSX', '._*', 'Thumbs.db']),
  ...left(messageFor('leave-out.other-uploader'), ['.itch']),
  ...left(messageFor('leave-out.unity'), [
    '*_BurstDebugInformation_DoNotShip*',
    '*_BackUpThisFolder_ButDontShipItWithYourGame*',
  ]),
  ...left(SYMBOLS, ['*.dSYM/']),
  ...leftFiles(SYMBOLS, ['*.pdb', '*.debug', '*.sym']),
  ...leftFiles(LINKING, ['*.lib', '*.exp', '*.ilk']),
  ...left(EDITOR, ['Saved/', 'Intermediate/', 'DerivedDataCache/', '.import/', '.godot/', '.vs/', '.idea/']),
  ...left(messageFor('leave-out.cache'), ['**/node_modules/.cache/']),
  ...leftFiles(RUNS, ['*.log']),
  // Files alone, and no other ending than a process id: `core/` and `core.js` are common names in programs.
  ...leftFiles(messageFor('leave-out.core-dump'), ['core', 'core.[0-9]*', '*.dmp']),
  ...leftFiles(messageFor('leave-out.ignore-file'), [`/${IGNORE_FILE}`]),
  ...secret(messageFor('leave-out.environment'), ['.env', '.env.*']),
  ...kept(messageFor('leave-out.example'), ['.env.example', '.env.sample', '.env.template']),
  ...secret(messageFor('leave-out.key'), ['id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*']),
  ...kept(messageFor('leave-out.public-key'), ['id_*.pub']),
  ...secret(PRIVATE_KEY, ['*.pem', '*.key', '*.keystore', '*.jks', '*.p12', '*.pfx']),
  ...secret(messageFor('leave-out.passwords'), ['.netrc', '.pgpass', '.git-credentials']),
  ...secret(messageFor('leave-out.cloud-keys'), ['.aws/credentials', '**/.aws/credentials']),
];

/** The rows of an ignore file, to be put after the default ones. What it keeps with `!` a person has decided about. */
export function ignoreFileRules(text: string): LeaveOutRule[] {
  const reason = messageFor('leave-out.listed', { file: IGNORE_FILE });
  return parseIgnoreFile(text).map((pattern) => ({ pattern, reason, isSecret: false, isOwn: true }));
}

/** Whether a file that a secret's row fits turns out to be none: certificates are public, the keys to them are not. */
export function isHarmless({ pattern }: LeaveOutRule, text: string): boolean {
  return pattern === '*.pem' && text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('PRIVATE KEY-----');
}

function left(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern, reason, isSecret: false }));
}

function leftFiles(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return left(reason, patterns).map((rule) => ({ ...rule, filesOnly: true }));
}

function secret(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern, reason, isSecret: true, filesOnly: true }));
}

function kept(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return left(
    reason,
    patterns.map((pattern) => `!${pattern}`),
  );
}
