// The head of the inspector: which server, its state, and what can be done to it.

import { type RefObject, useEffect, useRef } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { ServerTarget } from '../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { focusAfter, focusIfLost } from '../../routes/focus-page.ts';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import paneStyles from '../../ui/pane.module.css';
import { StateLabel } from '../../ui/state-label.tsx';
import { whyCannotChange, whyInstanceUnavailable } from '../instances/instances-selectors.ts';
import { setClientDialog } from './clients/clients-actions.ts';
import { OpenClient } from './clients/open-client.tsx';
import { EndingDialog } from './confirm-ending-dialog.tsx';
import styles from './inspector.module.css';
import {
  formatServerInFull,
  hasStoppedWell,
  isEnded,
  isTrouble,
  serverGlyph,
  stateOf,
  whyNoRestart,
} from './server-format.ts';
import { askEnding, askFirst, restartServer, stopServer } from './servers-actions.ts';
import { playersOn } from './servers-selectors.ts';
import { type Ending, useServers } from './servers-store.ts';
import { useServerNow } from './use-server-now.ts';

type Props = {
  instance: InstanceView;
  target: ServerTarget;
  server: Server;
  /** The name id of its namespace. */
  namespace: string;
  /** The name of the version that it runs. */
  version: string | undefined;
  /** Whether the ways out of a crash stand below. */
  hasWays: boolean;
  /** Opens how its build differs from the one that ran well. */
  onCompare: (() => void) | undefined;
  onClose: () => void;
  onOpen: (server_id: string) => void;
};

/** While a server is stopping, its grace counts down. After a crash it names the place and the version, and the panel below has the state. */
export function InspectorHead(props: Props) {
  const { server, hasWays, onClose } = props;
  const { button, ask, ...asking } = useEndings(props);
  return (
    <div className={paneStyles.head}>
      <div className={styles.who}>
        <IconButton icon="chevron-left" label={t('Back to the list')} className={paneStyles.back} onClick={onClose} />
        <h2 className={classNames(styles.id, shared.mono)}>{shortServerId(server.id)}</h2>
        <CopyButton text={server.id} label={t('Copy server id')} />
        {isTrouble(server) ? <Place {...props} /> : <State {...props} />}
      </div>
      <div className={styles.acts}>
        <Tools {...props} />
        {!hasWays && <RestartButton {...props} button={button} onPress={() => ask('Restart')} />}
        {!isEnded(server) && <EndButtons {...props} onPress={ask} />}
      </div>
      <EndingDialog serverName={shortServerId(server.id)} {...asking} />
    </div>
  );
}

function State({ instance, server }: Props) {
  const now = useServerNow(instance.id, server.ends_by !== undefined);
  return <StateLabel state={serverGlyph(server)}>{formatServerInFull(server, now)}</StateLabel>;
}

/** Of one that crashed the panel below says the state, and how often. */
function Place({ namespace, version }: Props) {
  const words = version === undefined ? namespace : t('{namespace}, {version}', { namespace, version });
  return <span className={classNames(shared.dim, shared.small, shared.ellipsis)}>{words}</span>;
}

/** What a person looks at it with. Where it stopped well there is nothing to look for. */
function Tools({ instance, target, server, onCompare }: Props) {
  if (!isEnded(server)) return <OpenClient target={target} server={server} />;
  if (hasStoppedWell(server)) return null;
  return (
    <>
      {isTrouble(server) && onCompare !== undefined && (
        <Button small kind="quiet" onClick={onCompare}>
          {t('Compare builds')}
        </Button>
      )}
      <BundleButton instance={instance} />
    </>
  );
}

/** The second half of a double press comes within this time, and by then "Start again" may stand where "Stop" was. */
const DOUBLE_PRESS_MS = 1_000;

/** It is asked where somebody plays, and a protected namespace asks for its name. One that ended is started again without. */
function useEndings({ instance, target, server, namespace, onOpen }: Props) {
  const asked = useServers((state) =>
    state.asked?.server_id === server.id && !isEnded(server) ? state.asked.ending : undefined,
  );
  const pressedAt = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  const asksForName = isProtected(instance, target);
  const players = playersOn([server]) ?? 0;
  // What was pressed goes as the server ends.
  const isAsked = useRef(false);
  const hasEnded = isEnded(server);
  useEffect(() => {
    if (hasEnded && isAsked.current) focusIfLost(`[data-row="${CSS.escape(server.id)}"]`);
  }, [hasEnded, server.id]);
  const run = async (ending: Ending, confirm?: string) => {
    if (ending !== 'Restart') {
      isAsked.current = true;
      await stopServer(target, ending === 'Kill', confirm);
      return;
    }
    const pressed = button.current;
    const next = await restartServer(target, confirm);
    if (next === undefined) return;
    onOpen(next);
    if (pressed !== null) focusAfter(pressed, `[data-row="${CSS.escape(next)}"]`);
  };
  const ask = (ending: Ending) => {
    const now = Date.now();
    if (isEnded(server) && now - pressedAt.current < DOUBLE_PRESS_MS) return;
    pressedAt.current = now;
    if (!askFirst(server, ending, asksForName)) void run(ending);
  };
  return {
    button,
    ask,
    ending: asked,
    players,
    locked: asksForName ? namespace : undefined,
    onConfirm: (typed: string | undefined) => {
      if (asked !== undefined) void run(asked, typed);
      askEnding(undefined);
    },
    onClose: () => askEnding(undefined),
  };
}

function BundleButton({ instance }: { instance: InstanceView }) {
  const off = whyInstanceUnavailable(instance) ?? translate(instance.why_not?.crash_bundle);
  return (
    <Button small icon="save" disabledReason={off} onClick={() => setClientDialog('bundle')}>
      {t('Crash bundle')}
    </Button>
  );
}

type RestartProps = Props & { button: RefObject<HTMLButtonElement | null>; onPress: () => void };

function RestartButton({ instance, server, button, onPress }: RestartProps) {
  const isBusy = useServers((state) => state.busy[server.id] === 'restart');
  return (
    <Button
      ref={button}
      small
      icon="restart"
      busy={isBusy}
      disabledReason={whyCannotChange(instance) ?? translate(instance.why_not?.restart_server) ?? whyNoRestart(server)}
      onClick={onPress}
    >
      {isEnded(server) ? t('Start again') : t('Restart')}
    </Button>
  );
}

/** Once it is stopping, killing it is what is left. Nothing moves then: what is pressed twice would be killed. */
function EndButtons({ instance, server, onPress }: Props & { onPress: (ending: Ending) => void }) {
  const busy = useServers((state) => state.busy[server.id]);
  const off = whyCannotChange(instance) ?? translate(instance.why_not?.end_server);
  const grace = server.lifecycle.kill_timeout;
  const stopping = stateOf(server) === 'stopping' ? t('It is stopping') : undefined;
  return (
    <>
      <Button
        small
        icon="stop"
        busy={busy === 'stop'}
        disabledReason={off ?? stopping}
        title={
          grace === undefined
            ? undefined
            : t('Asks it to stop, and kills it after {duration}', { duration: formatDuration(grace) })
        }
        onClick={() => onPress('Stop')}
      >
        {t('Stop')}
      </Button>
      <Button small kind="bad" icon="kill" busy={busy === 'kill'} disabledReason={off} onClick={() => onPress('Kill')}>
        {t('Kill')}
      </Button>
    </>
  );
}
