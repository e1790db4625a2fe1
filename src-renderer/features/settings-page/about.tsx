// What this is: versions, where tokens and logs are kept, and under which licence it is.
import type { HostView } from '../../../src-shared/host/bridge.ts';
import type { LocalView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { rich } from '../../text/rich.ts';
import { t, translate } from '../../text/t.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from '../settings/settings.module.css';

type Props = { host: HostView | undefined; local: LocalView | undefined };

/** What is not known is left out. */
export function About({ host, local }: Props) {
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title">{t('About')}</h2>
      <dl className={styles.about}>
        <Versions host={host} local={local} />
        {host?.secrets !== undefined && (
          <>
            <dt>{t('Tokens')}</dt>
            <dd className={shared.selectable}>{translate(host.secrets.sentence)}</dd>
          </>
        )}
        <dt>{t('Logs')}</dt>
        <dd className={shared.selectable}>
          <Logs own={host?.logs} hasLocal={local !== undefined} />
        </dd>
        <dt>{t('Licence')}</dt>
        <dd>{t('MIT. The file LICENSE comes with Slipway. The fonts are Inter and JetBrains Mono, SIL OFL 1.1.')}</dd>
      </dl>
    </section>
  );
}

function Versions({ host, local }: Props) {
  return (
    <>
      <dt>Slipway</dt>
      <dd className={shared.selectable}>{host?.version ?? t('not known yet')}</dd>
      <dt>{t('Local service')}</dt>
      <dd className={shared.selectable}>{local?.version ?? t('not running')}</dd>
      <dt>{t('Window')}</dt>
      <dd>{host?.shell === 'electron' ? t('Desktop app') : t('Browser window')}</dd>
    </>
  );
}

function Logs({ own, hasLocal }: { own: string | undefined; hasLocal: boolean }) {
  return (
    <>
      {own === undefined ? (
        t('Slipway logs to the terminal that it was started from.')
      ) : (
        <>
          {rich('Slipway logs to {own}', { own: <span className={shared.mono}>{own}</span> })}{' '}
          <CopyButton text={own} label={t('Copy the path of the logs')} />
        </>
      )}
      {hasLocal && ` ${t('The logs of servers on Local are in "logs" in its data folder.')}`}
    </>
  );
}
