// GET /metrics as a collector reads it: only with its token, and every line by the parser that Prometheus publishes, where it is.
import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openMetricsText } from '../../../../embedded-server/service/metrics/open-metrics.ts';
import { startTestService, startWithGame } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const PARSE = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
print(json.dumps([[s.name, s.labels, s.value] for f in text_string_to_metric_families(sys.stdin.read()) for s in f.samples]))
`;
const hasParser = spawnSync('/usr/bin/python3', ['-c', 'import prometheus_client.openmetrics.parser']).status === 0;

type Service = Awaited<ReturnType<typeof startTestService>>;
type Parsed = [name: string, labels: Record<string, string>, value: number][];

const tokenOf = async ({ server }: Service) =>
  (await readFile(path.join(server.dataFolder, 'metrics-token'), 'utf8')).trim();

async function collect(service: Service): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const response = await fetch(`${service.server.url}/metrics`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  return await response.text();
}

function parse(text: string): Parsed {
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', PARSE], { input: text, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Parsed;
}

it('has no figure for who has no token, or a token of something else', async () => {
  const { call, server, game } = await startWithGame();
  const made = await call('POST', `/cloud/games/${game.game_id}/tokens/cloud`);
  const { token } = made.body as { token: string };
  for (const other of [null, 'slipway_metrics_', token]) {
    expect((await call('GET', '/metrics', { token: other })).status).toBe(401);
  }
  expect((await call('POST', '/metrics')).status).toBe(405);
  expect((await call('GET', '/metrics/more')).status).toBe(404);
  expect((await call('GET', '/metricsx')).status).toBe(404);
  const metricsToken = (await readFile(path.join(server.dataFolder, 'metrics-token'), 'utf8')).trim();
  expect((await call('GET', '/cloud/games', { token: metricsToken })).status).toBe(401);
});

it('makes another token where its file was removed', async () => {
  const first = await startTestService();
  const token = await tokenOf(first);
  await first.server.close();
  const again = await startTestService({ dataFolder: first.server.dataFolder });
  expect(await tokenOf(again)).toBe(token);
  await again.server.close();
  await rm(path.join(first.server.dataFolder, 'metrics-token'));
  const third = await startTestService({ dataFolder: first.server.dataFolder });
  expect(await tokenOf(third)).not.toBe(token);
});

it('writes names, quotes and lines as the format has them, and says that it ends', () => {
  const labels = { name: 'a"b\\c\nd' };
  const metric = { name: 'x', kind: 'counter', help: 'one\ntwo', samples: [{ value: 1.5, labels }] } as const;
  expect(openMetricsText([metric])).toBe(
    '# TYPE x counter\n# HELP x one\\ntwo\nx_total{name="a\\"b\\\\c\\nd"} 1.5\n# EOF\n',
  );
});

it.skipIf(!hasParser)(
  `counts calls, watchers, games, uploads and the disk${hasParser ? '' : ' (no python3-prometheus-client)'}`,
  async () => {
    const service = await startWithGame();
    const { call, game } = service;
    await call('GET', `/cloud/games/${game.game_id}`);
    await call('GET', '/cloud/games/00000000-0000-4000-8000-000000000000');
    const { watch } = (await call('GET', `/cloud/games/${game.game_id}`)).body as { watch: { index: string } };
    const gone = new AbortController();
    const watching = call('GET', `/cloud/games/${game.game_id}?watch_index=${watch.index}`, { signal: gone.signal });
    const broken = expect(watching).rejects.toThrow();
    await until(async () => (await collect(service)).includes('slipway_watchers 1\n'), 'the watcher to be counted');
    gone.abort();
    await broken;
    const samples = parse(await collect(service));
    const value = (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        ([one, own]) => one === name && Object.entries(labels).every(([key, text]) => own[key] === text),
      )?.[2];
    expect(value('slipway_info')).toBe(1);
    expect(value('slipway_games')).toBe(1);
    expect(value('slipway_calls_total', { kind: 'api', status: '2xx' })).toBeGreaterThanOrEqual(2);
    expect(value('slipway_calls_total', { kind: 'api', status: '4xx' })).toBeGreaterThanOrEqual(1);
    expect(value('slipway_uploads_open')).toBe(0);
    expect(value('slipway_disk_free_bytes')).toBeGreaterThan(0);
    expect(value('process_start_time_seconds')).toBeGreaterThan(1_700_000_000);
  },
);
