// Saying something to the person outside of the place they look at.
import { type Notice, type NoticeAction, useNotices } from './notices-store.ts';
import { retireToast, showToast } from './toasts-actions.ts';

const SHOWN_MS = 6_000;
const KEPT = 50;
let count = 0;
/** The toast that stands for a subject, which the next one about it replaces. */
const standing = new Map<string, string>();

type How = {
  /** How long it stands, for one that can be undone. */
  shownMs?: number;
  /** What it is about: of such toasts only the newest stands. */
  subject?: string;
};

/** Shows a toast and keeps it behind the bell. Failures stay until they are dismissed and are announced at once. */
export function say(
  notice: Omit<Notice, 'id' | 'at'>,
  actions: NoticeAction[] = [],
  { shownMs = SHOWN_MS, subject }: How = {},
): void {
  const grave = notice.state === 'failed' || notice.state === 'crashed';
  count += 1;
  const id = `notice-${count}`;
  if (subject !== undefined) {
    const before = standing.get(subject);
    if (before !== undefined) retireToast(before);
    standing.set(subject, id);
  }
  const said: Notice = { ...notice, id, at: Date.now() };
  useNotices.setState(({ past }) => ({ past: [said, ...past].slice(0, KEPT) }));
  showToast({ ...said, shownMs: grave ? 0 : shownMs, actions: actions.slice(0, 2) });
}

/** Empties the list behind the bell. */
export function forgetNotices(): void {
  useNotices.setState({ past: [] });
}
