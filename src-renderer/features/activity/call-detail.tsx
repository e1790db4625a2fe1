// One call from close by: what was asked and answered, without secrets, and the same question to another instance.
import { useEffect, useRef, useState } from 'react';
import type { ActivityDetail } from '../../../src-shared/activity/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { formatSeconds } from '../../text/format-numbers.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDate, shortId } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Select } from '../../ui/select.tsx';
import { StateLabel } from '../../ui/state-label.tsx';
import styles from './activity.module.css';
import { closeCall, copyCurl, replayCall } from './activity-actions.ts';
import { callState, formatTook, prettyBody } from './activity-selectors.ts';
import { useActivity } from './activity-store.ts';
import { TwoAnswers } from './two-answers.tsx';

type Props = { instance: InstanceView; instances: readonly InstanceView[] };

/** Escape closes it. */
export function CallDetail({ instance, instances }: Props) {
  const call = useActivity((state) => state.detail);
  const problem = useActivity((state) => state.detailProblem);
  const name = call === undefined ? t('Call') : `${call.method} ${call.path}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from anything in it closes it
    <section
      className={styles.call}
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeCall();
      }}
    >
      {problem !== undefined && (
        <div className={styles.part}>
          <InlineError
            title={t('This call cannot be shown')}
            actions={
              <Button small onClick={closeCall}>
                {t('Close')}
              </Button>
            }
          >
            {problem}
          </InlineError>
        </div>
      )}
      {call !== undefined && <Call key={call.id} call={call} instance={instance} instances={instances} />}
    </section>
  );
}

function Call({ call, instance, instances }: Props & { call: ActivityDetail }) {
  const replay = useActivity((state) => state.replay);
  const name = instances.find(({ id }) => id === call.instance_id)?.name ?? t('a removed instance');
  const { glyph, words } = callState(call);
  return (
    <>
      <div className={styles.head}>
        <h2 className={classNames(shared.mono, shared.ellipsis)} title={call.path}>
          {call.method} {call.path}
        </h2>
        <Button small icon="copy" onClick={() => void copyCurl(call.id)}>
          {t('Copy as curl')}
        </Button>
        <IconButton icon="x" label={t('Close')} onClick={closeCall} />
      </div>
      <div className={styles.line}>
        <StateLabel state={glyph}>{words}</StateLabel>
        <span className={shared.tabular}>{formatTook(call.ms)}</span>
        <span className={shared.dim}>{name}</span>
        <span className={classNames(shared.faint, shared.tabular)} title={formatDate(call.at)}>
          {formatSeconds(call.at)}
        </span>
        {call.repeats > 1 && (
          <span className={classNames(shared.faint, shared.tabular)}>
            {t('sent {repeats} times', { repeats: call.repeats })}
          </span>
        )}
      </div>
      {call.error !== undefined && (
        <p className={classNames(styles.part, shared.bad, shared.selectable)}>{call.error}</p>
      )}
      <Replay call={call} first={instance.id} instances={instances} />
      {replay === undefined ? <Recorded call={call} /> : <TwoAnswers call={call} name={name} replay={replay} />}
    </>
  );
}

function Recorded({ call }: { call: ActivityDetail }) {
  return (
    <div className={styles.scroll}>
      <h3>{t('Request')}</h3>
      <dl className={styles.facts}>
        <dt>{t('Address')}</dt>
        <dd className={classNames(shared.mono, shared.selectable)}>{call.url}</dd>
        <dt>authorization</dt>
        <dd className={shared.mono}>{t('Bearer *** (the token is not stored)')}</dd>
        {call.request_body !== undefined && (
          <>
            <dt>content-type</dt>
            <dd className={shared.mono}>application/json</dd>
          </>
        )}
      </dl>
      <Body text={call.request_body} label={t('Request body')} />
      <h3>{t('Response')}</h3>
      {call.request_id !== undefined && (
        <dl className={styles.facts}>
          <dt>rvt-ray-id</dt>
          <dd className={classNames(styles.id, shared.mono)}>
            <span title={call.request_id}>{shortId(call.request_id)}</span>
            <CopyButton text={call.request_id} label={t('Copy the request id')} />
          </dd>
        </dl>
      )}
      <Body text={call.answer_body} label={t('Response body')} />
    </div>
  );
}

/** Scrolled by keyboard as well. */
function Body({ text, label }: { text: string | undefined; label: string }) {
  const pretty = prettyBody(text);
  if (pretty === '') return <p className={classNames(styles.empty, shared.faint, shared.small)}>{t('No body.')}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <pre className={classNames(styles.body, shared.mono, shared.selectable)} tabIndex={0} aria-label={label}>
      {pretty}
    </pre>
  );
}

/** Reads alone are asked again. */
function Replay({
  call,
  first,
  instances,
}: {
  call: ActivityDetail;
  first: string;
  instances: readonly InstanceView[];
}) {
  const isBusy = useActivity((state) => state.isReplaying);
  const problem = useActivity((state) => state.replayProblem);
  const other = instances.find(({ id }) => id !== call.instance_id)?.id ?? first;
  const [to, setTo] = useState(other);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== undefined) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div className={styles.replay} ref={box}>
      <span className={classNames(shared.dim, shared.small)}>{t('Replay on')}</span>
      <Select
        label={t('Instance to replay on')}
        value={to}
        options={instances.map(({ id, name }) => ({ value: id, label: name }))}
        onValue={setTo}
      />
      <Button
        small
        icon="restart"
        busy={isBusy}
        disabledReason={
          call.method === 'GET'
            ? undefined
            : t('{method} changes data, so it cannot be replayed', { method: call.method })
        }
        onClick={() => void replayCall(call.id, to)}
      >
        {t('Replay')}
      </Button>
      {problem !== undefined && (
        <p className={classNames(shared.bad, shared.small)} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
