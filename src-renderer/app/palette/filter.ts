// Which commands fit what was typed, and which letters of them to mark. Pure.
import type { Command, CommandGroup } from './command.ts';

const MOST_PER_GROUP = 30;

/**
 * The groups with the lines that hold every typed word. Lines that start with it come first, those that do not run last, and so do their
 * groups.
 */
export function filterCommands(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const starts = (label: string) => (words.some((word) => label.toLowerCase().startsWith(word)) ? 0 : 1);
  const lineRank = ({ label, isOff }: Command) => (isOff === true && words.length > 0 ? 2 : starts(label));
  const rankOf = ({ items }: CommandGroup) => Math.min(...items.map(lineRank));
  return groups
    .map((group) => {
      const fitting = group.items.filter((item) => {
        const text = `${item.label} ${item.context}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const items = fitting.toSorted((a, b) => lineRank(a) - lineRank(b)).slice(0, MOST_PER_GROUP);
      return { ...group, items };
    })
    .filter((group) => group.items.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** A label in pieces, the typed words marked. */
export function markMatches(label: string, typed: string): { text: string; marked: boolean }[] {
  const words = typed.split(/\s+/).filter(Boolean).map(escape);
  if (words.length === 0) return [{ text: label, marked: false }];
  const parts = label.split(new RegExp(`(${words.join('|')})`, 'gi'));
  return parts.map((text, at) => ({ text, marked: at % 2 === 1 })).filter((part) => part.text !== '');
}

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
