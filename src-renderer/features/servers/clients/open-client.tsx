// The button that opens a client on a server: by the command that is kept for the game, or, where the server has a web port, its page.
import { formatEndpoint } from '../../../../src-shared/host-address.ts';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import { portUrl } from '../../../../src-shared/servers/port-address.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuRule } from '../../../ui/menu.tsx';
import { openLink } from '../servers-actions.ts';
import styles from './clients.module.css';
import { joinPlace, openClients, setClientDialog, whileOpening } from './clients-actions.ts';
import { useClients } from './clients-store.ts';

/** So many at once from the menu. */
const SEVERAL = [2, 3, 4, 8] as const;

type Props = {
  target: ServerTarget;
  server: Server;
  /** Without the menu of more ways. */
  isPlain?: boolean;
};

/** Until somebody said how, pressing it asks. */
export function OpenClient({ target, server, isPlain }: Props) {
  const command = useClients((state) => state.command);
  const isOpening = useClients((state) => state.opening.has(server.id));
  const place = joinPlace(server);
  const page = webAddress(server);
  const off = place === undefined ? t('It is not reachable yet') : undefined;
  const isToSetUp = command === '' && page === undefined;
  const open = () => {
    if (command) void openClients(target, server, 1);
    else if (page !== undefined) void whileOpening(server.id, () => openLink(page));
    else setClientDialog('command', server.id);
  };
  return (
    <span className={styles.openClient}>
      <Button
        small
        icon="open"
        busy={isOpening}
        disabledReason={off}
        hint={hintOf(place, command, page)}
        onClick={open}
      >
        {isToSetUp ? (isPlain ? t('Set up the game client') : t('Set up client')) : t('Open client')}
      </Button>
      {!isPlain && <MoreWays target={target} server={server} page={page} />}
    </span>
  );
}

/** Wherever the server runs, its client opens on this machine. */
function hintOf(place: ReturnType<typeof joinPlace>, command: string | undefined, page: string | undefined) {
  if (place === undefined) return undefined;
  if (!command) return page && t('Opens {page} in the browser of this machine', { page });
  const address = formatEndpoint(place.host, place.port);
  return t('Opens the client on this machine, connected to {address}', { address });
}

type MoreProps = Pick<Props, 'target' | 'server'> & { page: string | undefined };

function MoreWays({ target, server, page }: MoreProps) {
  const command = useClients((state) => state.command);
  return (
    <Menu label={t('Open clients')} trigger={<IconButton icon="chevron-down" label={t('More ways to open clients')} />}>
      {command !== undefined && command !== '' && joinPlace(server) !== undefined && (
        <>
          {SEVERAL.map((count) => (
            <MenuItem key={count} onClick={() => void openClients(target, server, count)}>
              {t('Open {count} clients', { count })}
            </MenuItem>
          ))}
          <MenuRule />
        </>
      )}
      {page !== undefined && (
        <MenuItem onClick={() => void openLink(page)}>{t('Open its page in the browser')}</MenuItem>
      )}
      <MenuItem onClick={() => setClientDialog('command', server.id)}>{t('Set up the game client…')}</MenuItem>
    </Menu>
  );
}

/** A server with a web port brings its client along. */
function webAddress(server: Server): string | undefined {
  const urls = Object.values(server.network.ports).map((port) =>
    port.protocol === 'http' || port.protocol === 'https' ? portUrl(port) : undefined,
  );
  const first = urls.find((url) => url !== undefined);
  return first && `${first}/`;
}
