// The token of a remote comes out nowhere of a transfer that met answers which quote it (journal, log of tries, views), nor of the
// crash bundle of a server that was given it and wrote it down.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import type { TransferAttempt, TransferView } from '../../../src-shared/transfers/bridge.ts';
import { problemOf } from '../../../src-shared/transfers/problem-of.ts';
import { startTestCore } from '../../support/core.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { filesOf } from '../../support/files-of.ts';
import { anyResources, nodeBuild, startHosting } from '../../support/hosting.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { writeTree } from '../../support/write-tree.ts';

vi.setConfig({ testTimeout: 90_000 });

async function startWithRemote() {
  const hosting = await startHosting();
  const proxy = await startFaultProxy(hosting.server.url);
  const picked = path.join(await makeTempFolder('bundles'), 'here');
  await mkdir(picked);
  const app = await startTestCore({ askEvery: 50, picked });
  const { token } = hosting.server;
  const added = await app.client.call('instances.add', { url: proxy.url, token, name: 'EU' });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await app.whenState(added.instance_id, 'connected');
  /** All that the app keeps and prints, but for the file that is for secrets and the token of Local's own service. */
  const requireClean = async (more: Record<string, string>) => {
    const { rows } = await app.client.call('activity.page', { limit: 500 });
    const curls = await Promise.all(rows.map(({ id }) => app.client.call('activity.curl', { id })));
    const { text: har } = await app.client.call('activity.har', {});
    const places: Record<string, string> = {
      ...more,
      har,
      curls: JSON.stringify(curls),
      frames: app.frames.join('\n'),
    };
    const kept = (await filesOf(app.folder)).filter((file) => !/(?:secrets\.json|owner-token)$/.test(file));
    for (const file of kept) places[file] = await readFile(file, 'latin1');
    const found = Object.entries(places).filter(([, text]) => text.includes(token));
    expect(found.map(([place]) => place)).toEqual([]);
    return Object.keys(places);
  };
  const place = { instance_id: added.instance_id, ...hosting.namespace };
  return { ...app, hosting, proxy, picked, token, place, requireClean };
}

it('of a transfer whose every call is answered with the token first', async () => {
  const { client, core, proxy, token, place, requireClean, hosting } = await startWithRemote();
  let view: TransferView | undefined;
  client.subscribe('transfers', {}, { next: ([first]) => (view = first) });
  const quotes = (status: number) => {
    return { kind: 'status', status, body: `{"code":"ERROR","message":"Not with Bearer ${token}"}` } as const;
  };
  proxy.fail({ method: 'POST', match: /prepare$/, times: 1, fault: quotes(503) });
  proxy.fail({ method: 'PUT', match: /\/version$/, times: 2, fault: quotes(500) });
  proxy.fail({ method: 'PUT', match: /\/version$/, times: 1, fault: quotes(400) });
  const build = await writeTree({ 'server.js': 'console.log(1);' });
  const request = { source_id: core.offerSource(build).source_id, ...place, name: '1.4.2', switch: true };
  const { transfer_id: id } = await client.call('transfers.start', request);
  await until(() => view?.status === 'failed', 'the switch to be refused');
  expect(problemOf(view)?.message).toContain('$SLIPWAY_TOKEN');
  const log = await new Promise<TransferAttempt[]>((resolve) => {
    client.subscribe('transfers.tries', { transfer_id: id }, { next: resolve });
  });
  expect(log.some((line) => 'problem' in line && line.problem?.message.includes('$SLIPWAY_TOKEN') === true)).toBe(true);
  const places = await requireClean({ view: JSON.stringify(view), log: JSON.stringify(log) });
  expect(places.some((file) => file.endsWith('transfers.db'))).toBe(true);

  // Only the switch is done again: nothing is sent twice, and no second version comes of it.
  const sent = view?.bytes_on_wire;
  await client.call('transfers.retry', { transfer_id: id });
  await until(() => view?.status === 'done', 'the switch to be done');
  expect(view?.bytes_on_wire).toBe(sent);
  const { game } = await hosting.client.getGame({ params: { game_id: place.game_id } });
  expect(game.versions.filter(({ display_name: name }) => name === '1.4.2')).toHaveLength(1);
  expect(game.namespaces[0]?.version_id).toBe(view?.version_id);
  await requireClean({});
});

it.skipIf(!existsSync('/usr/bin/unzip'))('of the crash bundle of a server that was given it', async () => {
  const { client, place, token, hosting, requireClean } = await startWithRemote();
  const { build } = await hosting.deploy(
    nodeBuild(`console.error('I have ' + process.env.API_TOKEN, process.argv.slice(2)); process.exit(7);`),
  );
  const runtime = { build, environment: { API_TOKEN: token }, arguments: [`--token=${token}`] };
  const body = { datacenter: 'local', tags: {}, runtime, network: { ports: {} }, resources: anyResources };
  const target = { ...place, ...(await client.call('servers.create', { ...place, body })) };
  await hosting.untilState(target.server_id, 'crashed', 'failed', 'exited');
  const saved = await client.call('servers.saveBundle', { ...target, leave_out: [] });
  if (saved.outcome !== 'saved') throw new Error(`expected it to be saved, not ${saved.outcome}`);
  const { stdout: bundle } = await promisify(execFile)('unzip', ['-p', saved.file], { encoding: 'latin1' });
  expect(bundle, 'it tells what was written').toContain('I have ');
  await requireClean({ bundle, preview: JSON.stringify(await client.call('servers.previewBundle', target)) });
});
