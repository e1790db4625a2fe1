// The recorded answer and the one of another instance, side by side, with the lines that only one of them has.
import { useMemo } from 'react';
import type { ActivityDetail } from '../../../src-shared/activity/bridge.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { counted } from '../../ui/format.ts';
import { StateLabel } from '../../ui/state-label.tsx';
import { useInstances } from '../instances/instances-store.ts';
import styles from './activity.module.css';
import { callState, type DiffLine, formatTook, prettyBody, sideBySide } from './activity-selectors.ts';
import type { Replay } from './activity-store.ts';

type Props = { call: ActivityDetail; name: string; replay: Replay };

/** Lines that differ have a mark and a wash. */
export function TwoAnswers({ call, name, replay: { instance_id, answer } }: Props) {
  const other = useInstances((state) => state.instances?.find(({ id }) => id === instance_id)?.name) ?? t('the other');
  const lines = useMemo(
    () => sideBySide(prettyBody(call.answer_body), answer.error ?? prettyBody(answer.answer_body)),
    [call.answer_body, answer],
  );
  const changes = Math.max(...[lines.left, lines.right].map((side) => side.filter((line) => line.isOnlyHere).length));
  return (
    <>
      <p className={classNames(styles.part, shared.small, shared.dim)} role="status">
        {changes === 0 ? t('Both responses are the same.') : `${counted(changes, 'line differs', 'lines differ')}.`}
      </p>
      <div className={styles.two}>
        <Side
          title={t('{name}, recorded', { name })}
          status={call.status}
          ms={call.ms}
          lines={lines.left}
          isNew={false}
        />
        <Side title={t('{other}, now', { other })} status={answer.status} ms={answer.ms} lines={lines.right} isNew />
      </div>
    </>
  );
}

type SideProps = { title: string; status: number | undefined; ms: number; lines: DiffLine[]; isNew: boolean };

function Side({ title, status, ms, lines, isNew }: SideProps) {
  const { glyph, words } = callState({ status });
  return (
    <section className={styles.side} aria-label={title}>
      <h3>
        <span className={shared.ellipsis}>{title}</span>
        <StateLabel state={glyph}>{words}</StateLabel>
        <span className={classNames(shared.faint, shared.tabular)}>{formatTook(ms)}</span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <pre
        className={classNames(styles.body, shared.mono, shared.selectable)}
        tabIndex={0}
        aria-label={t('Response of {title}', { title })}
      >
        {lines.map(({ text, isOnlyHere }, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have nothing but their place
          <div key={n} className={isOnlyHere ? (isNew ? styles.added : styles.gone) : undefined}>
            {`${isOnlyHere ? (isNew ? '+' : '-') : ' '} ${text}`}
          </div>
        ))}
      </pre>
    </section>
  );
}
