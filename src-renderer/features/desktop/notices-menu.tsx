// The bell: what was said and what crashed, newest first, also before the last restart. Each leads to what it names.
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { CrashNotice, KeptNotice } from '../../../src-shared/desktop/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatSince } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import menuStyles from '../../ui/menu.module.css';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { type Notice, type NoticeAction, useNotices } from '../../ui/notices/notices-store.ts';
import { useNow } from '../../ui/use-now.ts';
import { gameAbout } from '../games/games-store.ts';
import { forgetNotices, messageOf, openNotice, readNotices, wayBack } from './notices-actions.ts';
import styles from './notices-menu.module.css';

/** So many are listed; older ones are asked for. */
const MOST = 40;

/** Opens the list; a dot says that something went wrong since it was open last. */
export function NoticesMenu() {
  const kept = useNotices((state) => state.kept);
  const [isOpen, setIsOpen] = useState(false);
  const news = kept.filter((one) => !one.is_read && isGrave(one)).length;
  const label = news === 0 ? t('Notifications') : t('Notifications, {n} new', { n: news });
  const open = (next: boolean) => {
    setIsOpen(next);
    if (!next) readNotices();
  };
  const bell = <IconButton icon="bell" label={label} data-news={news > 0 ? '' : undefined} className={styles.bell} />;
  return (
    <Menu label={t('Notifications')} trigger={bell} open={isOpen} onOpenChange={open}>
      <List />
    </Menu>
  );
}

function List() {
  const { kept, unkept } = useNotices();
  const [most, setMost] = useState(MOST);
  const now = useNow(true, 30_000);
  const listed = useMemo(() => [...unkept, ...kept].toSorted((a, b) => b.at - a.at), [kept, unkept]);
  const ways = useWays(kept);
  if (listed.length === 0) return <p className={menuStyles.none}>{t('No notifications yet.')}</p>;
  return (
    <>
      <p className={menuStyles.label}>{t('Notifications')}</p>
      {listed.slice(0, most).map((notice) => (
        <OneNotice key={notice.id} notice={notice} back={ways[notice.id]} now={now} />
      ))}
      <MenuRule />
      {listed.length > most && (
        <MenuItem stays onClick={() => setMost(listed.length)}>
          {t('Show {n} older', { n: listed.length - most })}
        </MenuItem>
      )}
      <MenuItem onClick={forgetNotices}>{t('Clear notifications')}</MenuItem>
    </>
  );
}

function isGrave(notice: KeptNotice): boolean {
  return notice.kind !== 'said' || notice.state === 'failed' || notice.state === 'crashed';
}

/** The ways back of namespaces that still run what crashed, by the newest notice of each. */
function useWays(kept: readonly KeptNotice[]): Readonly<Record<string, NoticeAction | undefined>> {
  const [ways, setWays] = useState<Record<string, NoticeAction | undefined>>({});
  useEffect(() => {
    let isOver = false;
    const newest = new Map(
      kept
        .toSorted((a, b) => a.at - b.at)
        .flatMap((one) => (one.kind === 'said' ? [] : [[one.place?.namespace_id, one] as const])),
    );
    const find = async (notice: CrashNotice) => {
      const way = await wayBack(notice);
      if (!isOver) setWays((known) => ({ ...known, [notice.id]: way }));
    };
    for (const notice of newest.values()) void find(notice);
    return () => {
      isOver = true;
    };
  }, [kept]);
  return ways;
}

type NoticeProps = { notice: KeptNotice | Notice; back: NoticeAction | undefined; now: number };

function OneNotice({ notice, back, now }: NoticeProps) {
  const said = 'kind' in notice ? messageOf(notice) : notice;
  const { state } = said;
  const [title, detail] = [translate(said.title), translate(said.detail)];
  const game = gameAbout({ title, hash: notice.hash });
  const times = 'kind' in notice && notice.kind === 'said' && notice.count > 1 ? notice.count : undefined;
  return (
    <div role="group" aria-label={title} className={styles.row} onKeyDown={moveInRow}>
      <MenuItem onClick={() => openNotice(notice)}>
        <span className={styles.notice}>
          <StateGlyph state={state} />
          <span>
            <b>{title}</b>
            {times !== undefined && <span className={shared.faint}> {t('{n}×', { n: times })}</span>}
          </span>
          <time className={classNames(shared.faint, shared.tabular)}>{formatSince(notice.at, now)}</time>
          {game !== undefined && <small className={classNames(shared.faint, styles.detail)}>{game}</small>}
          {detail !== undefined && (
            <span className={classNames(shared.dim, shared.small, styles.detail)}>{detail}</span>
          )}
        </span>
      </MenuItem>
      <Copy text={[title, detail].filter(Boolean).join('. ')} />
      {back !== undefined && (
        <MenuItem className={styles.way} onClick={back.run}>
          <Icon name="undo" size={14} />
          {back.label}
        </MenuItem>
      )}
    </div>
  );
}

/** The arrows up and down go from message to message; those to the sides go to its copy button and back. */
function moveInRow({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
  const [message, copy] = currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]');
  (key === 'ArrowRight' ? copy : message)?.focus();
}

/** The list stays open, so that the tick can be seen. It is no stop of the arrows up and down. */
function Copy({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const label = isCopied ? t('Copied') : t('Copy');
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classNames(menuStyles.item, styles.copy)}
      aria-label={label}
      title={label}
      onClick={() => void copyText(text).then(setIsCopied)}
    >
      <Icon name={isCopied ? 'tick' : 'copy'} size={14} />
    </button>
  );
}
