// What a server uses against what it may: processor, memory and players, each with its last ten minutes.
import { NO_PLAYER_LIMIT } from '../../../src-shared/service/namespaces.ts';
import type { Inspection, ServerUsage, UsagePoint } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatSize } from '../../ui/format.ts';
import styles from './inspector.module.css';
import { isEnded } from './server-format.ts';
import { MEGABYTE } from './server-row.tsx';
import { sparkPath } from './spark-path.ts';

type Props = { server: Server; points: readonly UsagePoint[]; inspection: Inspection | undefined };

/** Of a server that ended, its last minutes stay to be seen. */
export function Gauges({ server, points, inspection }: Props) {
  const end = endOf(server, points);
  const now = isEnded(server) ? undefined : inspection?.usage;
  const limits = limitsOf(server, inspection?.machine);
  return (
    <div className={styles.gauges}>
      <Gauge
        name="CPU"
        limit={limits.cpu}
        value={now && Math.round(now.cpu)}
        unit="millicores"
        isOver={now?.over.includes('cpu')}
      >
        <Sparkline points={points} of={({ cpu }) => cpu} limit={limits.cpu.at} end={end} />
      </Gauge>
      <Gauge
        name={t('Memory')}
        limit={limits.memory}
        value={now && Math.round(now.memory / MEGABYTE)}
        unit="MB"
        isOver={now?.over.includes('memory')}
      >
        <Sparkline points={points} of={({ memory }) => memory / MEGABYTE} limit={limits.memory.at} end={end} />
      </Gauge>
      <Players players={server.players} points={points} now={now} end={end} />
    </div>
  );
}

function endOf({ destroyed_at: destroyedAt }: Server, points: readonly UsagePoint[]): number {
  return destroyedAt ?? points.at(-1)?.at ?? 0;
}

/** Without `at` there is none to draw. */
type Limit = { words: string; hint?: string; at?: number };

/** Who has as much as the machine was given no limit. */
function limitsOf({ resources }: Server, machine: Inspection['machine']): { cpu: Limit; memory: Limit } {
  const none = (size: string): Limit => ({ words: t('no limit'), hint: t('The machine has {size}', { size }) });
  return {
    cpu:
      resources.cpu === machine?.cpu
        ? none(t('{cpu} millicores', { cpu: formatCount(machine.cpu) }))
        : { words: t('limit {cpu}', { cpu: formatCount(resources.cpu) }), at: resources.cpu },
    memory:
      resources.memory === machine?.memory
        ? none(formatSize(machine.memory * MEGABYTE))
        : { words: t('limit {memory} MB', { memory: formatCount(resources.memory) }), at: resources.memory },
  };
}

type PlayersProps = {
  players: Server['players'];
  points: readonly UsagePoint[];
  now: ServerUsage | undefined;
  end: number;
};

/** As the guard counts them; without one, by nobody. */
function Players({ players, points, now, end }: PlayersProps) {
  const limit =
    players === undefined || players.limit === 0 || players.limit === NO_PLAYER_LIMIT ? undefined : players.limit;
  return (
    <Gauge
      name={t('Players')}
      limit={{ words: limit === undefined ? '' : t('max {limit}', { limit: formatCount(limit) }) }}
      value={now && (players?.now ?? now.connections)}
      unit={playersUnit(players?.refused ?? 0)}
    >
      <Sparkline points={points} of={({ connections }) => connections} limit={limit} end={end} />
    </Gauge>
  );
}

function playersUnit(refused: number): string {
  return refused === 0 ? t('connected') : t('connected, {refused} refused', { refused: formatCount(refused) });
}

type GaugeProps = {
  name: string;
  limit: Limit;
  value: number | undefined;
  unit: string;
  isOver?: boolean | undefined;
  children: React.ReactNode;
};

function Gauge({ name, limit, value, unit, isOver, children }: GaugeProps) {
  return (
    <div className={styles.gauge}>
      <h3>
        {name}
        <span title={limit.hint}>{limit.words}</span>
      </h3>
      <div className={isOver ? classNames(styles.value, shared.wait) : styles.value}>
        {value === undefined ? <span className={shared.faint}>–</span> : formatCount(value)}{' '}
        <small>{value === undefined ? '' : unit}</small>
      </div>
      {children}
    </div>
  );
}

type SparklineProps = {
  points: readonly UsagePoint[];
  of: (point: UsagePoint) => number;
  limit: number | undefined;
  end: number;
};

/** Says in words what it shows. */
function Sparkline({ points, of, limit, end }: SparklineProps) {
  const { line, area, limitY, words } = sparkPath(
    points.map((point) => ({ at: point.at, value: of(point) })),
    limit,
    end,
  );
  return (
    <svg viewBox="0 0 180 34" preserveAspectRatio="none" role="img" aria-label={words}>
      <path d={area} fill="var(--data-wash)" />
      <path
        d={line}
        fill="none"
        stroke="var(--data)"
        strokeWidth="1.4"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {limitY !== undefined && (
        <path d={`M0 ${limitY}H180`} stroke="var(--bad-fill)" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}
