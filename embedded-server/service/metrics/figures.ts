// What the service can say of itself in figures: its calls, uploads, servers, watchers, disk and process.
import { statfs } from 'node:fs/promises';
import { slipwayVersion } from '../../../src-shared/version.ts';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import { query } from '../../platform/storage/statement.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import type { Metric, Sample } from './open-metrics.ts';

type AnsweredCall = { target: string; status: number };
type Figures = { countCall(call: AnsweredCall): void; read(): Promise<Metric[]> };

export type FigureParts = { folder: Pick<DataFolder, 'paths' | 'database'>; hub: WatchHub; playersNow(): number };

export function createFigures({ folder, hub, playersNow }: FigureParts): Figures {
  const calls = createCallCounts();
  const { database, paths } = folder;
  const open = query<{ count: number }>(database, 'SELECT count(*) AS count FROM uploads WHERE complete_ts IS NULL');
  const stored = query<{ count: number; bytes: number }>(
    database,
    `SELECT count(*) AS count, coalesce(sum(content_length), 0) AS bytes FROM
     (SELECT max(content_length) AS content_length FROM uploads WHERE complete_ts IS NOT NULL GROUP BY sha256)`,
  );
  const servers = query<{ state: string; count: number }>(
    database,
    'SELECT state, count(*) AS count FROM servers WHERE destroy_ts IS NULL GROUP BY state',
  );
  const games = query<{ count: number }>(database, 'SELECT count(*) AS count FROM games');
  const read = async (): Promise<Metric[]> => {
    const disk = await statfs(paths.root);
    const files = stored.one() ?? { count: 0, bytes: 0 };
    const states = servers.all().map(({ state, count }): Sample => ({ value: count, labels: { state } }));
    return [
      info('slipway', 'The version that runs', { version: slipwayVersion }),
      { name: 'slipway_calls', kind: 'counter', help: 'Answered calls since the start', samples: calls.samples() },
      gauge('slipway_watchers', 'Callers that wait for a change', hub.waiting()),
      gauge('slipway_games', 'Games', games.one()?.count ?? 0),
      gauge('slipway_uploads_open', 'Uploads that are not finished', open.one()?.count ?? 0),
      gauge('slipway_stored_files', 'Finished files of builds and pictures', files.count),
      gauge('slipway_stored_bytes', 'Bytes of finished files', files.bytes),
      { name: 'slipway_servers', kind: 'gauge', help: 'Servers that have not ended, by state', samples: states },
      gauge('slipway_players', 'Players that are connected', playersNow()),
      gauge('slipway_disk_free_bytes', 'Room on the disk of the data folder', disk.bavail * disk.bsize),
      gauge('slipway_disk_size_bytes', 'Size of the disk of the data folder', disk.blocks * disk.bsize),
      ...processFigures(),
    ];
  };
  return { countCall: calls.count, read };
}

const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Of uploads by themselves, as one build can be a thousand calls. */
function createCallCounts() {
  const counts = new Map<string, number>();
  const keyOf = (kind: string, status: string) => `${kind} ${status}`;
  return {
    count: ({ target, status }: AnsweredCall) => {
      const key = keyOf(target.startsWith('/uploads/') ? 'upload' : 'api', `${Math.floor(status / 100)}xx`);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    samples: (): Sample[] =>
      ['api', 'upload'].flatMap((kind) =>
        STATUS_CLASSES.map((status) => ({ value: counts.get(keyOf(kind, status)) ?? 0, labels: { kind, status } })),
      ),
  };
}

/** Once, as both clocks are read one after the other, and the figure must not change while the service runs. */
const STARTED_AT = Math.round(Date.now() / 1000 - process.uptime());

function processFigures(): Metric[] {
  const { user, system } = process.cpuUsage();
  const seconds = (user + system) / 1e6;
  return [
    {
      name: 'process_cpu_seconds',
      kind: 'counter',
      help: 'Processor time of the service',
      samples: [{ value: seconds }],
    },
    gauge('process_resident_memory_bytes', 'Memory of the service', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'When the service started, in seconds since 1970', STARTED_AT),
  ];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, kind: 'gauge', help, samples: [{ value }] };
}

function info(name: string, help: string, labels: Record<string, string>): Metric {
  return { name, kind: 'info', help, samples: [{ value: 1, labels }] };
}
