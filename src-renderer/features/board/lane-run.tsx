// What runs in a namespace now: its players, its servers, and a pip for each server that leads to it.
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { hashOf } from '../../routes/routes.ts';
import { errorText, t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/format.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { formatServer, serverGlyph } from '../servers/server-format.ts';
import { useServerNow } from '../servers/use-server-now.ts';
import styles from './board.module.css';
import { type LaneServers, laneCounts, pipsOf } from './lane-state.ts';

/** More pips than this have no room. */
const MOST_PIPS = 12;

type RunProps = { place: NamespacePlace; servers: LaneServers; wanted: number | undefined };

/** Numbers that are not reported are a dash, with the reason. `wanted`: how many servers it is to keep. */
export function LaneRun({ place, servers, wanted }: RunProps) {
  const { players, servers: count } = laneCounts(servers);
  const why = errorText(servers.state.problem);
  return (
    <div className={styles.laneRun}>
      <dl>
        <Figure name={t('Players')} value={players} why={why} />
        <Figure name={t('Servers')} value={count} of={wanted} why={why} />
      </dl>
      <Pips place={place} servers={servers} />
    </div>
  );
}

type FigureProps = { name: string; value: number | undefined; of?: number | undefined; why: string | undefined };

/** `of`: of so many, where there are some but fewer. */
function Figure({ name, value, of = 0, why }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      {value === undefined ? (
        <dd title={why}>
          <span aria-hidden="true">–</span>
          <span className={shared.visuallyHidden}>{why ?? t('not known')}</span>
        </dd>
      ) : (
        <dd>
          {value > 0 && value < of
            ? t('{n} of {all}', { n: formatCount(value), all: formatCount(of) })
            : formatCount(value)}
        </dd>
      )}
    </div>
  );
}

function Pips({ place, servers }: { place: NamespacePlace; servers: LaneServers }) {
  const now = useServerNow(place.instance_id, false);
  const pips = pipsOf(servers, now);
  if (pips.length === 0) return null;
  const { instance_id, game_id, namespace_id } = place;
  const all = hashOf({ page: 'game', instance_id, game_id, tab: 'servers', namespace_id });
  return (
    <ul className={styles.servers} aria-label={t('Servers')}>
      {pips.slice(0, MOST_PIPS).map((server) => (
        <li key={server.id}>
          <Pip server={server} place={place} now={now} />
        </li>
      ))}
      {pips.length > MOST_PIPS && (
        <li>
          <a
            className={classNames(styles.moreServers, shared.tabular)}
            href={all}
            aria-label={`+${pips.length - MOST_PIPS}: ${t('All {n} servers', { n: pips.length })}`}
          >
            +{pips.length - MOST_PIPS}
          </a>
        </li>
      )}
    </ul>
  );
}

function Pip({ server, place, now }: { server: Server; place: NamespacePlace; now: number }) {
  const { instance_id, game_id, namespace_id } = place;
  const words = `${shortServerId(server.id)}, ${formatServer(server, now)}`;
  const href = hashOf({ page: 'game', instance_id, game_id, tab: 'servers', namespace_id, server_id: server.id });
  return (
    <a className={styles.server} href={href} aria-label={t('Server {words}', { words })} title={words}>
      <StateGlyph state={serverGlyph(server)} />
    </a>
  );
}
