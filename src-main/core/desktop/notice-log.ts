// What stands behind the bell, kept over a restart. The same thing again within five minutes is the same notice, which counts.
import { randomUUID } from 'node:crypto';
import { listSource } from '../../../src-shared/bridge/source.ts';
import { type CrashNotice, type KeptNotice, keptNotice, type SaidNotice } from '../../../src-shared/desktop/bridge.ts';
import type { News } from '../../../src-shared/desktop/news.ts';
import { TOLD_TOGETHER_MS } from '../../../src-shared/servers/trouble-spans.ts';
import type { Param, Sentence } from '../../../src-shared/text/message.ts';
import type { AppDatabase } from '../platform/storage/app-database.ts';

const MOST = 200;

export type NoticeLog = ReturnType<typeof createNoticeLog>;

/** `mask` takes secrets out of what is written. */
export function createNoticeLog(mask: (text: string) => string, now: () => number = Date.now) {
  let database: AppDatabase | undefined;
  const source = listSource<KeptNotice>();
  const write = (notice: KeptNotice) =>
    attempt(() =>
      database?.sql
        .prepare('INSERT OR REPLACE INTO notices (id, at, notice) VALUES (?, ?, ?)')
        .run(notice.id, Math.round(notice.at), JSON.stringify(notice)),
    );
  const remove = (ids: readonly string[]) => {
    source.remove(...ids);
    attempt(() => {
      for (const id of ids) database?.sql.prepare('DELETE FROM notices WHERE id = ?').run(id);
    });
  };
  const put = ({ is_old: _old, ...notice }: KeptNotice) => {
    source.set(notice);
    write(notice);
    const oldest = source.snapshot().toSorted((a, b) => b.at - a.at);
    remove(oldest.slice(MOST).map(({ id }) => id));
  };
  /** The one that the same thing is told by, if it was not long ago. */
  const standing = (notice: KeptNotice) =>
    source.snapshot().findLast((one) => isSame(one, notice) && notice.at - one.at <= TOLD_TOGETHER_MS && !isOver(one));
  return {
    source,
    open: (opened: AppDatabase) => {
      database = opened;
      const rows = opened.sql.prepare('SELECT notice FROM notices ORDER BY at').all();
      source.set(
        ...rows.flatMap(({ notice }) => readNotice(String(notice))).map((notice) => ({ ...notice, is_old: true })),
      );
    },
    close: () => {
      database = undefined;
    },
    /** Something that the window said. */
    addSaid: ({ title, detail, ...said }: Pick<SaidNotice, 'state' | 'title' | 'detail' | 'hash'>) => {
      const words = { title: masked(title, mask), ...(detail === undefined ? {} : { detail: masked(detail, mask) }) };
      const notice: SaidNotice = { ...fresh(now()), kind: 'said', ...said, ...words };
      const before = standing(notice);
      put(before === undefined ? notice : { ...notice, id: before.id, count: before.count + 1 });
    },
    /** Servers that crashed or did not start. */
    addCrash: ({ names, place, ...news }: News<CrashNotice['kind']>) => {
      const notice: CrashNotice = {
        ...fresh(now()),
        ...news,
        count: Math.max(1, news.count),
        names: [...names],
        ...(place === undefined ? {} : { place }),
      };
      const before = standing(notice);
      put(before?.kind === undefined || before.kind === 'said' ? notice : joined(before, notice, news.count));
    },
    markRead: () => {
      for (const notice of source.snapshot()) {
        if (notice.is_read) continue;
        source.set({ ...notice, is_read: true });
        write({ ...notice, is_read: true });
      }
    },
    forget: () => remove(source.snapshot().map(({ id }) => id)),
  };
}

/** Also what a message is filled with may have a secret. */
function masked(sentence: Sentence, mask: (text: string) => string): Sentence {
  if (typeof sentence === 'string') return mask(sentence);
  const { params = {} } = sentence;
  const safe = Object.entries(params).map(([name, value]): [string, Param] => [
    name,
    typeof value === 'number' ? value : masked(value, mask),
  ]);
  return { ...sentence, text: mask(sentence.text), params: Object.fromEntries(safe) };
}

/** A full disk must not stand in the way of what is live. It stays in memory. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // The next one is tried again.
  }
}

function fresh(at: number) {
  return { id: randomUUID(), at, count: 1, is_read: false };
}

/** The namespace left the version. When that crashes again, somebody has switched to it again. */
function isOver(notice: KeptNotice): boolean {
  return notice.kind !== 'said' && notice.rolled_back_to !== undefined;
}

/** What comes late does not say of which deployment it is; the notice before it knows. */
function joined({ id, count, deployed_at: deployed }: CrashNotice, notice: CrashNotice, more: number): CrashNotice {
  return { ...(deployed === undefined ? {} : { deployed_at: deployed }), ...notice, id, count: count + more };
}

/** Each deployment counts its own crashes, as everywhere. */
function isSame(before: KeptNotice, notice: KeptNotice): boolean {
  if (subjectOf(before) !== subjectOf(notice)) return false;
  if (before.kind === 'said' || notice.kind === 'said' || notice.deployed_at === undefined) return true;
  return before.deployed_at === notice.deployed_at;
}

function subjectOf(notice: KeptNotice): string {
  if (notice.kind === 'said') return JSON.stringify([notice.state, notice.title, notice.detail, notice.hash]);
  const { kind, place, names } = notice;
  return JSON.stringify([kind, place?.namespace_id ?? names, place?.version?.id]);
}

/** What another version of Slipway wrote in its way is left out. */
function readNotice(text: string): KeptNotice[] {
  const parsed = keptNotice.safeParse(JSON.parse(text));
  return parsed.success ? [parsed.data] : [];
}
