// Which files are left out of a build unless a person says otherwise, in one table, with the secrets at its end. Patterns are read
// as git reads them; `.slipwayignore` at the root comes after them and so wins.
import { type Message, messageFor } from '../text/message.ts';
import { parseIgnoreFile } from './ignore-rules.ts';
import { type LeaveOutRule, secretFiles } from './secret-files.ts';

/** The ignore file of a build's folder. */
export const IGNORE_FILE = '.slipwayignore';

const HISTORY = messageFor('leave-out.version-control');
const SYSTEM = messageFor('leave-out.system');
const SYMBOLS = messageFor('leave-out.debug-symbols');
const LINKING = messageFor('leave-out.linking');
const EDITOR = messageFor('leave-out.editor');
const RUNS = messageFor('leave-out.written-while-running');

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
  ...secretFiles,
];

/** The rows of an ignore file, to be put after the default ones. What it keeps with `!` a person has decided about. */
export function ignoreFileRules(text: string): LeaveOutRule[] {
  const reason = messageFor('leave-out.listed', { file: IGNORE_FILE });
  return parseIgnoreFile(text).map((pattern) => ({ pattern, reason, matchesSecrets: false, isOwn: true }));
}

function left(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return patterns.map((pattern) => ({ pattern, reason, matchesSecrets: false }));
}

function leftFiles(reason: Message, patterns: readonly string[]): LeaveOutRule[] {
  return left(reason, patterns).map((rule) => ({ ...rule, filesOnly: true }));
}
