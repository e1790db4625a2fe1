// Finds the shortcut of what was pressed. Pure.
import { type Keys, type Shortcut, type ShortcutId, shortcuts } from '../../src-shared/desktop/shortcuts.ts';

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

function isPair(chord: Keys, before: string | undefined, key: string): boolean {
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
