// The latest deployments of all games, newest first, each with who made it.
import { useMemo } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { type Glyph, StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf } from '../../routes/routes.ts';
import { rich } from '../../text/rich.ts';
import { plural, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatSince } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './home.module.css';
import { type Change, type HomeRow, latestChanges } from './home-selectors.ts';
import { useHome } from './home-store.ts';

const MOST = 8;

type Props = { rows: readonly HomeRow[]; instances: readonly InstanceView[] };

/** Nothing where nobody deployed anything yet. */
export function HomeChanges({ rows, instances }: Props) {
  const { views, servers, latest } = useHome();
  const changes = useMemo(
    () => latestChanges({ rows, instances, views, servers }, latest, MOST),
    [rows, instances, views, servers, latest],
  );
  if (changes.length === 0) return null;
  return (
    <section className={styles.changes} aria-labelledby="changes-title">
      <div className={styles.bar}>
        <h2 id="changes-title">{t('Latest deployments')}</h2>
      </div>
      <ul>
        {changes.map((change) => (
          <Line key={`${change.namespace.namespace_id} ${change.row.deploy_ts}`} change={change} />
        ))}
      </ul>
    </section>
  );
}

function Line({ change }: { change: Change }) {
  const now = useNow(true, 60_000);
  const { game, namespace, instance, row, before, place, at } = change;
  const subject = (
    <a className={styles.subject} href={hashOf({ page: 'game', ...place })}>
      {game.display_name} {namespace.name_id}
    </a>
  );
  const to = row.display_name ?? t('a deleted version');
  return (
    <li>
      <time dateTime={row.deploy_ts}>{formatSince(at, now)}</time>
      <StateGlyph state={glyphOf(row)} />
      <span className={classNames(shared.ellipsis, styles.what)}>
        {before
          ? rich('{subject} on {instance} switched from {from} to {to}', {
              subject,
              instance: instance.name,
              from: before,
              to,
            })
          : rich('{subject} on {instance} switched to {to}', { subject, instance: instance.name, to })}
        {formatOutcome(change)}
      </span>
      <span className={shared.faint}>{formatBy(row)}</span>
    </li>
  );
}

function glyphOf({ outcome }: Change['row']): Glyph {
  if ((outcome?.crashes ?? 0) > 0) return 'crashed';
  return outcome?.rolled_back === true ? 'stopped' : 'done';
}

function formatOutcome({ row: { outcome }, isFirst }: Change): string {
  const crashes = outcome?.crashes ?? 0;
  const parts = [
    ...(isFirst ? [t('first deploy')] : []),
    ...(crashes > 0 ? [plural(crashes, 'crashed once', 'crashed {n}×')] : []),
    ...(outcome?.rolled_back === true ? [t('rolled back')] : []),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

function formatBy({ by, made_by: maker }: Change['row']): string {
  if (by === 'here') return t('you');
  if (maker?.kind === 'slipway') return 'Slipway';
  return maker?.name ?? '';
}
