// The head of the inspector: which server, its state, and what can be done to it.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { ServerTarget } from '../../../src-shared/servers/bridge.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { StateLabel } from '../../ui/state-label.tsx';
import { useNow } from '../../ui/use-now.ts';
import { durationWords } from '../../ui/words.ts';
import { instanceOff } from '../instances/instances-selectors.ts';
import { isEnded, serverGlyph, serverWords, shortServerId, stateOf } from './server-words.ts';
import { openLink, restartServer, stopServer } from './servers-actions.ts';
import { useServers } from './servers-store.ts';

type Props = {
  instance: InstanceView;
  target: ServerTarget;
  server: Server;
  onClose: () => void;
  onOpen: (serverId: string) => void;
};

/** While a server is stopping, its grace counts down. */
export function InspectorHead(props: Props) {
  const { server, onClose } = props;
  const now = useNow(server.ends_by !== undefined);
  const page = isEnded(server) ? undefined : webAddress(server);
  return (
    <div className="insp-head">
      <IconButton icon="chevron-left" label="Back to the list" className="insp-back" onClick={onClose} />
      <h2 className="sid mono">{shortServerId(server.id)}</h2>
      <CopyButton text={server.id} label="Copy server id" />
      <StateLabel state={serverGlyph(server)}>{serverWords(server, now)}</StateLabel>
      <span className="grow" />
      {page !== undefined && (
        <Button small icon="open" onClick={() => void openLink(page)}>
          Open client
        </Button>
      )}
      <RestartButton {...props} />
      {!isEnded(server) && <EndButtons {...props} />}
    </div>
  );
}

function RestartButton({ instance, target, server, onOpen }: Props) {
  const isBusy = useServers((state) => state.busy[server.id] === 'restart');
  const restart = async () => {
    const next = await restartServer(target);
    if (next !== undefined) onOpen(next);
  };
  return (
    <Button
      small
      icon="restart"
      busy={isBusy}
      offReason={changeOff(instance) ?? instance.why_not?.restart_server}
      onClick={() => void restart()}
    >
      {isEnded(server) ? 'Start again' : 'Restart'}
    </Button>
  );
}

/** Once it is stopping, killing it is what is left. */
function EndButtons({ instance, target, server }: Props) {
  const busy = useServers((state) => state.busy[server.id]);
  const off = changeOff(instance) ?? instance.why_not?.end_server;
  const grace = server.lifecycle.kill_timeout;
  const isStopping = stateOf(server) === 'stopping';
  return (
    <>
      {!isStopping && (
        <Button
          small
          icon="stop"
          busy={busy === 'stop'}
          offReason={off}
          title={grace === undefined ? undefined : `Asks it to end, and kills it after ${durationWords(grace)}`}
          onClick={() => void stopServer(target, false)}
        >
          Stop gracefully
        </Button>
      )}
      <Button
        small
        kind="bad"
        icon="kill"
        busy={busy === 'kill'}
        offReason={off}
        onClick={() => void stopServer(target, true)}
      >
        {isStopping ? 'Kill now' : 'Kill'}
      </Button>
    </>
  );
}

/** Why nothing can be changed there now. */
function changeOff(instance: InstanceView): string | undefined {
  if (instance.is_read_only === true) return `${instance.name} is marked read-only here`;
  return instanceOff(instance);
}

/** A server with a web port brings its client along. */
function webAddress(server: Server): string | undefined {
  for (const { protocol, public_hostname: host, public_port: port } of Object.values(server.network.ports)) {
    if ((protocol !== 'http' && protocol !== 'https') || host === undefined || port === undefined) continue;
    return `${protocol}://${host}:${port}/`;
  }
  return undefined;
}
