// Links and files from outside, against real services: nothing happens before a person said yes, and tokens stay inside.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DesktopRequest } from '../../../../src-shared/desktop/bridge.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { startTestCore, type TestCore } from '../../../support/core.ts';
import { startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

function follow({ client }: TestCore): () => DesktopRequest[] {
  let requests: DesktopRequest[] = [];
  client.subscribe('desktop.requests', {}, { next: (next) => (requests = next) });
  return () => requests;
}

async function askedFor(app: TestCore, requests: () => DesktopRequest[], word: string): Promise<DesktopRequest> {
  const before = requests().length;
  expect(await app.core.desktop.take([word], app.folder)).toBe(1);
  await until(() => requests().length > before, 'the question');
  return requests().at(-1) as DesktopRequest;
}

test('asks before it adds the remote of a link, and adds it with the token that is given then', async () => {
  const [app, remote] = [await startTestCore(), await startTestService()];
  const requests = follow(app);
  const link = `slipway://add-remote?url=${encodeURIComponent(remote.server.url)}&name=Team`;
  const question = await askedFor(app, requests, link);
  expect(question).toMatchObject({ kind: 'add_remote', url: remote.server.url, name: 'Team', has_token: false });
  expect(app.instances()).toHaveLength(1);
  await expect(app.client.call('desktop.answer', { request_id: question.id, accept: true })).rejects.toThrow(/token/);
  expect(requests()).toHaveLength(1);
  const answer = { request_id: question.id, accept: true, token: remote.server.token };
  expect(await app.client.call('desktop.answer', answer)).toMatchObject({ outcome: 'added' });
  await until(() => app.instances().some(({ name }) => name === 'Team') && requests().length === 0);
});

test('puts a question away with no, and answers it once', async () => {
  const app = await startTestCore();
  const requests = follow(app);
  const question = await askedFor(app, requests, 'slipway://add-remote?url=https://games.example');
  const answer = { request_id: question.id, accept: false };
  expect(await app.client.call('desktop.answer', answer)).toEqual({ outcome: 'dismissed' });
  await until(() => requests().length === 0);
  await expect(app.client.call('desktop.answer', answer)).rejects.toThrow(/already answered/);
  expect(app.instances()).toHaveLength(1);
});

test('uses the token of a connection file without showing or writing it anywhere in the clear', async () => {
  const [app, remote] = [await startTestCore(), await startTestService()];
  const requests = follow(app);
  const { token } = remote.server;
  const file = path.join(app.folder, 'team.slipway');
  await writeFile(file, JSON.stringify({ slipway: 1, url: remote.server.url, name: 'Team', token }));
  const question = await askedFor(app, requests, 'team.slipway');
  expect(question).toMatchObject({ kind: 'add_remote', has_token: true });
  expect(textOf(question.sentence)).toContain('team.slipway');
  const answer = { request_id: question.id, accept: true };
  expect(await app.client.call('desktop.answer', answer)).toMatchObject({ outcome: 'added' });
  expect(app.frames.join('\n')).not.toContain(token);
  await until(() => app.instances().some(({ name, state }) => name === 'Team' && state === 'connected'));
  const others = (await readdir(app.folder)).filter((name) => /\.(json|db|log)$/.test(name) && name !== 'secrets.json');
  expect(others).toContain('settings.json');
  for (const name of others) expect(await readFile(path.join(app.folder, name), 'utf8'), name).not.toContain(token);
});

test('says of a hostile link and of a damaged file what is wrong, in the window', async () => {
  const app = await startTestCore();
  const requests = follow(app);
  const hostile = await askedFor(app, requests, 'slipway://add-remote?url=javascript:alert(1)');
  expect(hostile).toMatchObject({ kind: 'refused', title: { text: 'This link was not followed' } });
  await writeFile(path.join(app.folder, 'odd.slipway'), 'not JSON');
  const damaged = await askedFor(app, requests, 'odd.slipway');
  expect(textOf(damaged.sentence)).toMatch(/odd\.slipway is not a connection file/);
});

test('asks at most five things at once, and the same thing only once', async () => {
  const app = await startTestCore();
  const requests = follow(app);
  await askedFor(app, requests, 'slipway://add-remote?url=https://a.example');
  await app.core.desktop.take(['slipway://add-remote?url=https://a.example'], app.folder);
  const flood = Array.from({ length: 40 }, (_, n) => `slipway://add-remote?url=https://${n}.example`);
  expect(await app.core.desktop.take([...flood, '--inspect', 'file.txt'], app.folder)).toBe(40);
  await until(() => requests().length === 5);
  expect(new Set(requests().map(({ url }) => url)).size).toBe(5);
});

test('opens a game of Local, and says when it is not there or its remote is unknown', async () => {
  const app = await startTestCore();
  const requests = follow(app);
  await app.whenState('local', 'connected');
  const { game_id } = await app.client.call('games.create', {
    instance_id: 'local',
    display_name: 'Tidebreak',
  });
  const question = await askedFor(app, requests, `slipway://open-game?game=${game_id}&namespace=unknown`);
  const answer = { request_id: question.id, accept: true };
  expect(await app.client.call('desktop.answer', answer)).toEqual({
    outcome: 'opened',
    instance_id: 'local',
    game_id,
  });
  const missing = await askedFor(app, requests, 'slipway://open-game?game=00000000-0000-4000-8000-000000000000');
  await expect(app.client.call('desktop.answer', { request_id: missing.id, accept: true })).rejects.toThrow(
    /no such game/,
  );
  const stranger = await askedFor(app, requests, 'slipway://open-game?game=x&instance=https://stranger.example');
  expect(stranger).toMatchObject({ kind: 'refused' });
  expect(textOf(stranger.sentence)).toContain('not in your list');
});
