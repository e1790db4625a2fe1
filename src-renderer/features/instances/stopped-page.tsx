// The full page for a local service that stopped: what happened, what stays safe, its last log lines, and the way back.
import { useEffect } from 'react';
import type { InstanceIn } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { rich } from '../../text/rich.ts';
import { errorText, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { followLog, restartInstance, startOnFreshFolder } from './instances-actions.ts';
import { whatStaysSafe, whyGivenUp } from './instances-selectors.ts';
import { useInstances } from './instances-store.ts';
import styles from './stopped-page.module.css';

const NO_LINES: string[] = [];

export function StoppedPage({ instance }: { instance: InstanceIn<'stopped'> }) {
  const { id, name } = instance;
  const givenUp = whyGivenUp(instance, useNow(false));
  useEffect(() => followLog(id), [id]);
  return (
    <div className={styles.stopped} role="region" aria-labelledby="stopped-title">
      <div className={styles.said} role="alert">
        <h1 id="stopped-title">
          <StateGlyph state="failed" />
          {t('{name} stopped', { name })}
        </h1>
        <p>{errorText(instance.problem)}</p>
        {givenUp !== undefined && <p>{givenUp}</p>}
        <p className={shared.dim}>{whatStaysSafe(instance)}</p>
        {instance.kind === 'local' && (
          <p className={styles.folder}>
            <span className={shared.mono}>{instance.data_folder}</span>
            <CopyButton text={instance.data_folder} label={t("Copy the data folder's path")} />
          </p>
        )}
      </div>
      <Remedies instance={instance} />
      <Log id={id} name={name} />
    </div>
  );
}

function Remedies({ instance }: { instance: InstanceIn<'stopped'> }) {
  const { id, name } = instance;
  const busy = useInstances((state) => state.busy[id]);
  const wait = t('Wait for the current step to finish');
  return (
    <div className={shared.actionRow}>
      <Button
        kind="primary"
        icon="restart"
        busy={busy === 'restart'}
        disabledReason={busy !== undefined && busy !== 'restart' ? wait : undefined}
        onClick={() => void restartInstance(id, name)}
      >
        {t('Restart {name}', { name })}
      </Button>
      {instance.fresh_folder !== undefined && (
        <>
          <Button
            icon="folder"
            busy={busy === 'fresh_folder'}
            disabledReason={busy !== undefined && busy !== 'fresh_folder' ? wait : undefined}
            onClick={() => void startOnFreshFolder(id, name)}
          >
            {t('Start on a fresh folder')}
          </Button>
          <span className={classNames(shared.faint, shared.small)}>
            {rich('{folder}, the old folder stays as it is', {
              folder: <span className={shared.mono}>{instance.fresh_folder}</span>,
            })}
          </span>
        </>
      )}
    </div>
  );
}

function Log({ id, name }: { id: string; name: string }) {
  const lines = useInstances((state) => state.logs[id] ?? NO_LINES);
  return (
    <section className={styles.log} aria-label={t('Log of {name}', { name })}>
      <div className={styles.logBar}>
        <h2 className={shared.sectionHeading}>{t('Log')}</h2>
        <span className={classNames(shared.faint, shared.small, shared.grow)}>{t('the last lines')}</span>
        {lines.length > 0 && <CopyButton text={lines.join('\n')} label={t('Copy the log')} />}
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      <div className={styles.logScroll} tabIndex={0} role="group" aria-label={t('Log lines')}>
        <pre>{lines.length === 0 ? <span className={shared.faint}>{t('No lines yet.')}</span> : lines.join('\n')}</pre>
      </div>
    </section>
  );
}
