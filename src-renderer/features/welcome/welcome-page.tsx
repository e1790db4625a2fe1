// The first page: that the instance runs and where, three ways to begin, and a picture of what a game will look like.
import type { InstanceView, LocalView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { hashOf } from '../../routes/routes.ts';
import { rich } from '../../text/rich.ts';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { counted, formatSize } from '../../ui/format.ts';
import { StateLabel } from '../../ui/state-label.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useGames } from '../games/games-store.ts';
import { instanceAddress, instanceGlyph, instanceHeadline } from '../instances/instances-selectors.ts';
import { GhostLane } from './ghost-lane.tsx';
import { RemoteTop } from './remote-top.tsx';
import { SlipwayDrawing } from './slipway-drawing.tsx';
import { Steps } from './steps.tsx';
import styles from './welcome.module.css';
import { formatReady } from './welcome-selectors.ts';

type Props = { instance: InstanceView; whyCannotCreate: string | undefined };

/** `instance` is the open one. */
export function WelcomePage({ instance, whyCannotCreate }: Props) {
  useTitle(undefined);
  return (
    <div className={styles.welcome}>
      <div className={styles.top}>
        <SlipwayDrawing />
        <h1>{instanceHeadline(instance)}</h1>
        {instance.kind === 'local' ? <LocalTop instance={instance} /> : <RemoteTop instance={instance} />}
      </div>
      <Steps instance={instance} whyCannotCreate={whyCannotCreate} />
      <GhostLane />
    </div>
  );
}

function LocalTop({ instance }: { instance: LocalView }) {
  const games = useGames((state) => state.games[instance.id]);
  return (
    <>
      <Address instance={instance} />
      <p className={classNames(styles.facts, shared.dim)}>
        <StateLabel state={instanceGlyph(instance.state)}>{formatReady(instance)}</StateLabel>
        {/* Without games there is nothing that could run; with games their pages say what runs. */}
        {games?.length === 0 && <span className={shared.tabular}>{counted(0, 'server')}</span>}
        {instance.free_bytes !== undefined && (
          <span className={shared.tabular}>{t('{size} free', { size: formatSize(instance.free_bytes) })}</span>
        )}
        <a className={shared.link} href={hashOf({ page: 'settings' })}>
          {t('Change port or folder')}
        </a>
      </p>
    </>
  );
}

function Address({ instance }: { instance: InstanceView }) {
  const address = instanceAddress(instance);
  return (
    <p className={styles.subtitle}>
      {address !== undefined && instance.state === 'connected' ? (
        <>
          {rich('It listens on {address} and works without a network.', {
            address: (
              <>
                <span className={classNames(shared.mono, shared.strong)}>{address}</span>
                <CopyButton text={instance.url ?? `http://${address}`} label={t('Copy the service address')} />
              </>
            ),
          })}
        </>
      ) : (
        <>{t('It works without a network.')}</>
      )}{' '}
      {t('Your games, builds and servers stay on this machine until you send them to a remote.')}
    </p>
  );
}
