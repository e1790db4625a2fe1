// The latest deployments of all games, newest first, each with how it went and who made it, in the words of the history.
import { useMemo } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { glyphColors, StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf } from '../../routes/routes.ts';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatSince } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { formatWho, nameOf } from '../history/history-selectors.ts';
import { outcomeWords } from '../namespaces/outcome-words.ts';
import styles from './home.module.css';
import { type Change, type HomeRow, latestChanges } from './home-selectors.ts';
import { useHome } from './home-store.ts';

type Props = { rows: readonly HomeRow[]; instances: readonly InstanceView[] };

/** Nothing where nobody deployed anything yet. */
export function HomeChanges({ rows, instances }: Props) {
  const { views, servers, latest } = useHome();
  const changes = useMemo(
    () => latestChanges({ rows, instances, views, servers }, latest),
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
  const { row, from } = change;
  const { glyph, words } = outcomeWords({ ...change, outcome: row.outcome }, now);
  return (
    <li>
      <time dateTime={row.deploy_ts}>{formatSince(from, now)}</time>
      <StateGlyph state={glyph} />
      <div className={styles.told}>
        <span className={classNames(shared.ellipsis, styles.what)}>
          <Sentence change={change} />
          {change.isFirst && `, ${t('first deploy')}`}
        </span>
        <span className={glyphColors[glyph]}>{words}</span>
      </div>
      <span className={classNames(shared.faint, shared.ellipsis, styles.who)}>{formatWho(row)}</span>
    </li>
  );
}

function Sentence({ change }: { change: Change }) {
  const { game, namespace, instance, row, before, isBack, place } = change;
  const subject = (
    <a className={styles.subject} href={hashOf({ page: 'game', ...place })}>
      {game.display_name} {namespace.name_id}
    </a>
  );
  const names = { subject, instance: instance.name, to: nameOf(row) };
  if (isBack && before)
    return rich('{subject} on {instance} rolled back from {from} to {to}', { ...names, from: before });
  if (before) return rich('{subject} on {instance} switched from {from} to {to}', { ...names, from: before });
  return rich('{subject} on {instance} switched to {to}', names);
}
