// The keyboard shortcuts as one table: the listener, the palette and the list under "?" all read it. Pure.
import type { Chord } from '../ui/kbd.tsx';

/** What a shortcut does. */
export type ShortcutId =
  | 'palette'
  | 'settings'
  | 'transfers'
  | 'create-game'
  | 'back'
  | 'forward'
  | 'shortcuts'
  | 'instance'
  | TabShortcut;

/** Shortcuts to the tabs of the game that is open. */
export type TabShortcut = 'go-deploy' | 'go-builds' | 'go-servers';

/** A shortcut as people read it. */
export type Shortcut = { id: ShortcutId; chord: Chord; label: string };

/** All of them, in the order in which they are shown. */
export const shortcuts: readonly Shortcut[] = [
  { id: 'palette', chord: ['Mod', 'K'], label: 'Go to a game or run a command' },
  { id: 'instance', chord: ['Mod', '1..9'], label: 'Open an instance' },
  { id: 'transfers', chord: ['Mod', 'J'], label: 'Open the transfers' },
  { id: 'settings', chord: ['Mod', ','], label: 'Open the settings' },
  { id: 'create-game', chord: ['N'], label: 'Create a game' },
  { id: 'go-deploy', chord: ['G', 'D'], label: 'Open what the game deploys' },
  { id: 'go-builds', chord: ['G', 'B'], label: 'Open the builds of the game' },
  { id: 'go-servers', chord: ['G', 'S'], label: 'Open the servers of the game' },
  { id: 'back', chord: ['['], label: 'Go back' },
  { id: 'forward', chord: [']'], label: 'Go forward' },
  { id: 'shortcuts', chord: ['?'], label: 'Show all shortcuts' },
];

/** Keys that work inside of lists and layers; shown, not listened for. */
export const listKeys: readonly { chord: Chord; label: string }[] = [
  { chord: ['J', 'K'], label: 'Move in a list, as the arrows do' },
  { chord: ['Enter'], label: 'Open' },
  { chord: ['/'], label: 'Search the log of the open server' },
  { chord: ['F'], label: 'Follow that log' },
  { chord: ['Esc'], label: 'Close the top layer' },
];

/** The keys of a shortcut. */
export function chordOf(id: ShortcutId): Chord {
  return shortcuts.find((shortcut) => shortcut.id === id)?.chord ?? [];
}

/** What was pressed, as far as shortcuts care. */
export type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether the press lands in a text field or under an open layer, where single letters mean themselves. */
  taken: boolean;
  /** The key that was pressed just before this one, if it was a moment ago. */
  before?: string | undefined;
};

/** The shortcut of a press, with the number of the instance where it has one. */
export function matchShortcut(press: Press, mac: boolean): { id: ShortcutId; index?: number } | undefined {
  if (press.altKey) return undefined;
  const mod = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  if (mod) return matchMod(press.key.toLowerCase());
  if (press.taken || press.ctrlKey || press.metaKey) return undefined;
  return matchPlain(press.key.toUpperCase(), press.before);
}

function matchPlain(key: string, before: string | undefined): { id: ShortcutId } | undefined {
  const found = shortcuts.find(({ chord }) => isPair(chord, before, key)) ?? shortcuts.find(isSingle(key));
  return found && { id: found.id };
}

function isPair(chord: Chord, before: string | undefined, key: string): boolean {
  return chord.length === 2 && chord[0] === before?.toUpperCase() && chord[1] === key;
}

function isSingle(key: string): (shortcut: Shortcut) => boolean {
  return ({ chord }) => chord.length === 1 && chord[0] === key;
}

function matchMod(key: string): { id: ShortcutId; index?: number } | undefined {
  if (/^[1-9]$/.test(key)) return { id: 'instance', index: Number(key) - 1 };
  const found = shortcuts.find(({ chord }) => chord[0] === 'Mod' && chord[1]?.toLowerCase() === key);
  return found && { id: found.id };
}
