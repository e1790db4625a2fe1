// The ring at the foot of the sidebar: how far all transfers are together, and the way to them.
import { useEffect } from 'react';
import shared from '../../design/shared.module.css';
import { hashOf } from '../../routes/routes.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import sidebarStyles from '../../ui/sidebar.module.css';
import { formatLeft, formatRate } from './transfer-format.ts';
import { hasEnded, type Total, totalOf } from './transfers-selectors.ts';
import { useTransfers } from './transfers-store.ts';

const AROUND = 2 * Math.PI * 8;

/** A crimson dot says that one failed. */
export function TransfersRing({ isOpen, keys }: { isOpen: boolean; keys: string }) {
  const list = useTransfers((state) => state.list) ?? [];
  const announcement = useAnnouncement();
  const total = totalOf(list);
  const hasLive = list.some((view) => !hasEnded(view));
  const { title, line } = formatRing(total, hasLive);
  return (
    <>
      <a
        className={isOpen ? classNames(sidebarStyles.transfers, sidebarStyles.current) : sidebarStyles.transfers}
        href={hashOf({ page: 'transfers' })}
        aria-current={isOpen ? 'page' : undefined}
        title={`${title} (${keys})`}
      >
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <circle cx="11" cy="11" r="8" fill="none" stroke="var(--line-strong)" strokeWidth="3" />
          {hasLive && <Arc share={total.share} isMoving={total.uploading > 0} />}
          {total.failed > 0 && <circle className={sidebarStyles.failedDot} cx="18" cy="4" r="3.5" />}
        </svg>
        <span className={sidebarStyles.words}>
          <b>{title}</b>
          {line !== '' && <small className={shared.tabular}>{line}</small>}
        </span>
      </a>
      <p className={shared.visuallyHidden} role="status">
        {announcement}
      </p>
    </>
  );
}

/** What is said long ago is no news to who comes to it later. */
const SPOKEN_MS = 10_000;

function useAnnouncement(): string {
  const announcement = useTransfers((state) => state.announcement);
  useEffect(() => {
    const timer = setTimeout(() => useTransfers.setState({ announcement: '' }), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return announcement;
}

function Arc({ share, isMoving }: { share: number; isMoving: boolean }) {
  return (
    <circle
      cx="11"
      cy="11"
      r="8"
      fill="none"
      stroke={isMoving ? 'var(--go-fill)' : 'var(--rest-fill)'}
      strokeWidth="3"
      strokeDasharray={`${share * AROUND} ${AROUND}`}
      transform="rotate(-90 11 11)"
    />
  );
}

function formatRing(total: Total, hasLive: boolean): { title: string; line: string } {
  const { uploading, queued, held, failed, leftMs, bytesPerSecond } = total;
  if (!hasLive) return { title: t('No transfers'), line: '' };
  if (uploading > 0) {
    const rate = formatRate(bytesPerSecond);
    const line = leftMs === undefined ? rate : t('{rate}, {left} left', { rate, left: roughly(leftMs) });
    return { title: t('{uploading} uploading', { uploading }), line };
  }
  const others = [
    ...(queued > 0 ? [t('{queued} queued', { queued })] : []),
    ...(held > 0 ? [t('{held} held', { held })] : []),
    ...(failed > 0 ? [t('{failed} failed', { failed })] : []),
  ];
  return { title: others[0] ?? t('No transfers'), line: others.slice(1).join(', ') };
}

/** Whole minutes are enough here. */
function roughly(ms: number): string {
  return formatLeft(ms < 60_000 ? ms : Math.round(ms / 60_000) * 60_000);
}
