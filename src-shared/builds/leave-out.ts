// What does not belong in a build, in one table: left out unless a person says otherwise, and secrets, which nobody may ship
// without knowing. Patterns are read as git reads them; `.slipwayignore` at the root comes after them and so wins.
import { type IgnoreRule, parseIgnoreFile } from './ignore-rules.ts';

/** A row. What a secret's row fits is not dropped silently: it stops the packing until a person decides. */
export type LeaveOutRule = IgnoreRule & {
  readonly reason: string;
  readonly isSecret: boolean;
  /** A line of the build's own ignore file, to be changed there. */
  readonly isOwn?: boolean;
};

/** The ignore file of a build's folder. */
export const IGNORE_FILE = '.slipwayignore';

const HISTORY = 'History of a version control system';
const SYSTEM = 'Left by the operating system';
const SYMBOLS = 'Debug symbols: large, and only for finding faults';
const LINKING = 'Needed to link programs, not to run them';
const EDITOR = 'Files of an editor or engine, not of the game';
const RUNS = 'Written while it ran';
const PRIVATE_KEY = 'May hold a private key';

/** What is left out by default, and what counts as a secret. Later rows win; a row with `!` keeps. */
export const defaultLeaveOut: readonly LeaveOutRule[] = [
  ...left(HISTORY, ['.git', '.hg', '.svn']),
  ...left(SYSTEM, ['.DS_Store', '__MACOSX', '._*', 'Thumbs.db']),
  ...left('Left by another uploader', ['.itch']),
  ...left('Unity writes it beside a build and says in its name that it is not to be shipped', [
    '*_BurstDebugInformation_DoNotShip*',
    '*_BackUpThisFolder_ButDontShipItWithYourGame*',
  ]),
  ...left(SYMBOLS, ['*.dSYM/']),
  ...leftFiles(SYMBOLS, ['*.pdb', '*.debug', '*.sym']),
  ...leftFiles(LINKING, ['*.lib', '*.exp', '*.ilk']),
  ...left(EDITOR, ['Saved/', 'Intermediate/', 'DerivedDataCache/', '.import/', '.godot/', '.vs/', '.idea/']),
  ...left('A cache of build tools', ['**/node_modules/.cache/']),
  ...leftFiles(RUNS, ['*.log']),
  // Files alone, and no other ending than a process id: `core/` and `core.js` are common names in programs.
  ...leftFiles('Memory of a process that crashed', ['core', 'core.[0-9]*', '*.dmp']),
  ...leftFiles('Says what to leave out, and is not needed after that', [`/${IGNORE_FILE}`]),
  ...secret('Environment files usually hold passwords and keys', ['.env', '.env.*']),
  ...kept('An example, without the secrets', ['.env.example', '.env.sample', '.env.template']),
  ...secret('A key to other machines', ['id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*']),
  ...kept('The public half of a key', ['id_*.pub']),
  ...secret(PRIVATE_KEY, ['*.pem', '*.key', '*.keystore', '*.jks', '*.p12', '*.pfx']),
  ...secret('Passwords of other services', ['.netrc', '.pgpass', '.git-credentials']),
  ...secret('Keys of a cloud account', ['.aws/credentials', '**/.aws/credentials']),
];

/** The rows of an ignore file, to be put after the default ones. What it keeps with `!` a person has decided about. */
export function ignoreFileRules(text: string): LeaveOutRule[] {
  const reason = `Listed in ${IGNORE_FILE}`;
  return parseIgnoreFile(text).map((pattern) => ({ pattern, reason, isSecret: false, isOwn: true }));
}

/** Whether a file that a secret's row fits turns out to be none: certificates are public, the keys to them are not. */
export function isHarmless({ pattern }: LeaveOutRule, text: string): boolean {
  return pattern === '*.pem' && text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('PRIVATE KEY-----');
}

function left(reason: string, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern, reason, isSecret: false }));
}

function leftFiles(reason: string, patterns: readonly string[]): LeaveOutRule[] {
  return left(reason, patterns).map((rule) => ({ ...rule, filesOnly: true }));
}

function secret(reason: string, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern, reason, isSecret: true, filesOnly: true }));
}

function kept(reason: string, patterns: readonly string[]): LeaveOutRule[] {
  return left(
    reason,
    patterns.map((pattern) => `!${pattern}`),
  );
}
