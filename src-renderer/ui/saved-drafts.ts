// Takes drafts over a reload of the window: they are written to the session's storage, which goes with the window, and read from it.
import { z } from 'zod';
import { holdsToken } from '../../src-shared/secrets.ts';
import { useDrafts } from './drafts.ts';

const KEY = 'slipway.drafts';
/** In characters. Forms are far below it; a text of a whole file that was pasted is not. */
const MOST_STORED = 100_000;

const byForm = z.record(z.string(), z.unknown());
type ByForm = ReturnType<typeof useDrafts.getState>['saved'];

/** Brings back what was typed before a reload, and writes what is typed until the answer is called. */
export function startDrafts(): () => void {
  const before = readStored();
  useDrafts.setState(({ drafts, saved }) => ({ drafts: { ...before, ...drafts }, saved: { ...before, ...saved } }));
  return useDrafts.subscribe(({ saved }, old) => {
    if (saved !== old.saved) store(saved);
  });
}

/** What is no list of drafts counts as none: each form looks at its own once more. */
function readStored(): ByForm {
  try {
    const stored = byForm.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return stored.success ? stored.data : {};
  } catch {
    // Broken, or the browser forbids the storage. There is nobody to tell it who could do anything about it.
    return {};
  }
}

function store(saved: ByForm): void {
  try {
    const text = storedText(saved);
    if (text === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // Full or forbidden: then drafts last as long as the page, as they did without it. Typing goes on.
  }
}

/** The newest of them that there is room for, without what looks like a token: people paste those into wrong fields, too. */
function storedText(saved: ByForm): string | undefined {
  let room = MOST_STORED;
  const kept: string[] = [];
  for (const [key, draft] of Object.entries(saved).toReversed()) {
    let hasToken = false;
    const look = (_: string, value: unknown) => {
      hasToken ||= typeof value === 'string' && holdsToken(value);
      return value;
    };
    const text = `${JSON.stringify(key)}:${JSON.stringify(draft, look)}`;
    if (hasToken || text.length > room) continue;
    room -= text.length;
    kept.unshift(text);
  }
  return kept.length === 0 ? undefined : `{${kept.join(',')}}`;
}
