// The full page for a local service that stopped: what happened, what stays safe, its last log lines, and the way back.
import { useEffect } from 'react';
import type { InstanceIn } from '../../../src-shared/instances/bridge.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { rich } from '../../text/rich.ts';
import { errorText, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { followLog, restartInstance, startOnFreshFolder } from './instances-actions.ts';
import { whatStaysSafe, whyGivenUp } from './instances-selectors.ts';
import { useInstances } from './instances-store.ts';

const NO_LINES: string[] = [];

export function StoppedPage({ instance }: { instance: InstanceIn<'stopped'> }) {
  const { id, name } = instance;
  const givenUp = whyGivenUp(instance, useNow(false));
  useEffect(() => followLog(id), [id]);
  return (
    <div className="stopped" role="region" aria-labelledby="stopped-title">
      <div className="stopped-said" role="alert">
        <h1 id="stopped-title">
          <StateGlyph state="failed" />
          {t('{name} stopped', { name })}
        </h1>
        <p>{errorText(instance.problem)}</p>
        {givenUp !== undefined && <p>{givenUp}</p>}
        <p className="dim">{whatStaysSafe(instance)}</p>
        {instance.kind === 'local' && (
          <p className="stopped-folder">
            <span className="mono">{instance.data_folder}</span>
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
  const wait = t('Wait until the other step has ended');
  return (
    <div className="stopped-row">
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
          <span className="faint small">
            {rich('{folder}, the old folder stays as it is', {
              folder: <span className="mono">{instance.fresh_folder}</span>,
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
    <section className="log" aria-label={t('Log of {name}', { name })}>
      <div className="log-bar">
        <h2 className="h-sec">{t('Log')}</h2>
        <span className="faint small grow">{t('the last lines')}</span>
        {lines.length > 0 && <CopyButton text={lines.join('\n')} label={t('Copy the log')} />}
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      <div className="log-scroll" tabIndex={0} role="group" aria-label={t('Log lines')}>
        <pre>{lines.length === 0 ? <span className="faint">{t('No lines yet.')}</span> : lines.join('\n')}</pre>
      </div>
    </section>
  );
}
