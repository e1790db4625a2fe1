// Stops the server that another one waits for: it is asked where somebody plays, and a protected namespace asks for its name.

import { useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { EndingDialog } from './confirm-ending-dialog.tsx';
import { stateOf } from './server-format.ts';
import { stopServer } from './servers-actions.ts';
import { playersOn } from './servers-selectors.ts';
import { useServers } from './servers-store.ts';

type Props = {
  instance: InstanceView;
  place: NamespacePlace;
  /** The name id of its namespace. */
  namespace: string;
  holder: Server;
};

/** Its shutdown timeout is kept: it is to save what it has. */
export function StopHolder({ instance, place, namespace, holder }: Props) {
  const { instance_id, game_id, namespace_id } = place;
  const [isAsked, setAsked] = useState(false);
  const isBusy = useServers((state) => state.busy[holder.id] !== undefined) || stateOf(holder) === 'stopping';
  const locked = isProtected(instance, place) ? namespace : undefined;
  const players = playersOn([holder]) ?? 0;
  const stop = (typed?: string) =>
    void stopServer({ instance_id, game_id, namespace_id, server_id: holder.id }, false, typed);
  return (
    <>
      <Button
        small
        icon="stop"
        busy={isBusy}
        disabledReason={whyCannotChange(instance) ?? translate(instance.why_not?.end_server)}
        onClick={() => (players > 0 || locked !== undefined ? setAsked(true) : stop())}
      >
        {t('Stop {server} now', { server: shortServerId(holder.id) })}
      </Button>
      <EndingDialog
        ending={isAsked ? 'Stop' : undefined}
        serverName={shortServerId(holder.id)}
        players={players}
        locked={locked}
        onConfirm={(typed) => {
          setAsked(false);
          stop(typed);
        }}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
