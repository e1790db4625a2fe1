// In the place of the timeline: why a namespace that is to have servers has none.
import type { Server } from '../../../src-shared/service/servers.ts';
import { hashOf } from '../../routes/routes.ts';
import { t, translate } from '../../text/t.ts';
import buttonStyles from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatClock } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import { targetOf } from '../namespaces/namespaces-actions.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { restartServer } from '../servers/servers-actions.ts';
import { useServers } from '../servers/servers-store.ts';

type Props = { place: NamespacePlace; name: string; server: Server };

/** What the service says of the newest server, and what can be done. */
export function LaneTrouble({ place, name, server }: Props) {
  const isBusy = useServers((state) => state.busy[server.id] !== undefined);
  const { instance_id, game_id, namespace_id } = place;
  const log = hashOf({ page: 'game', instance_id, game_id, tab: 'servers', namespace_id, server_id: server.id });
  const at =
    server.destroyed_at === undefined ? '' : ` ${t('Since {clock}.', { clock: formatClock(server.destroyed_at) })}`;
  return (
    <InlineError
      title={t('{name} has no server: {why}', { name, why: translate(server.problem) ?? t('the last one crashed') })}
      actions={
        <>
          <Button small busy={isBusy} onClick={() => void restartServer({ ...targetOf(place), server_id: server.id })}>
            {t('Try again')}
          </Button>
          <a
            data-slot="button"
            className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.small)}
            href={log}
          >
            {t('Show log')}
          </a>
        </>
      }
    >
      {translate(server.hint) ?? t('See its log for more.')}
      {at}
    </InlineError>
  );
}
