// Saying something to the person outside of the place they look at.
import { type Message, type Notice, type NoticeAction, type Toast, useNotices, useToasts } from './notices-store.ts';
import { retireToast, showToast } from './toasts-actions.ts';

const SHOWN_MS = 6_000;
const UNKEPT = 50;
let count = 0;
/** The toast that stands for a subject, which the next one about it replaces. */
const standing = new Map<string, string>();

type How = {
  /** How long it stands, for one that can be undone. */
  shownMs?: number;
  /** What it is about: of such toasts only the newest stands. */
  subject?: string;
  /** The subject of what this brings to its end: it is said in the place of that, which somebody may be pointing at. */
  instead?: string;
  /** The page that it is about, where that is not the one that is open. */
  hash?: string;
};

/** Shows a toast and keeps it behind the bell. Failures stay until they are dismissed and are announced at once. The answer is its id. */
export function say(
  message: Message,
  actions: NoticeAction[] = [],
  { hash = location.hash, instead, ...how }: How = {},
): string {
  count += 1;
  const id = `notice-${count}`;
  const notice: Notice = { ...message, id, at: Date.now(), hash };
  useNotices.setState(({ unkept }) => ({ unkept: [notice, ...unkept].slice(0, UNKEPT) }));
  const before = instead === undefined ? undefined : takePlace(instead);
  const shownId = before?.id ?? id;
  // A button that somebody is about to press does not vanish.
  show(shownId, message, actions.length > 0 ? actions : [...(before?.actions ?? [])], { ...how, hash });
  return shownId;
}

/** The toast that stands for a subject, which it does no longer. */
function takePlace(subject: string): Toast | undefined {
  const id = standing.get(subject);
  standing.delete(subject);
  return useToasts.getState().toasts.find((toast) => toast.id === id && toast.phase !== 'gone');
}

/** Takes away the toast that stands for a subject, as what it says is no longer so. */
export function retireSubject(subject: string): void {
  const id = standing.get(subject);
  standing.delete(subject);
  if (id !== undefined) retireToast(id);
}

/** Shows a toast about something that is behind the bell already. */
export function show(
  id: string,
  message: Message,
  actions: NoticeAction[],
  { shownMs = SHOWN_MS, subject, hash }: How,
): void {
  const grave = message.state === 'failed' || message.state === 'crashed';
  if (subject !== undefined) {
    const before = standing.get(subject);
    if (before !== undefined && before !== id) retireToast(before);
    standing.set(subject, id);
  }
  showToast({ ...message, id, hash, shownMs: grave ? 0 : shownMs, actions: actions.slice(0, 2) });
}
