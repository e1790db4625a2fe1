// The nodes of an instance in the window: what runs where, draining with a question, a lost one, and what to type for a new one.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import type { createFakeCore } from '../../support/fake-core.ts';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal } from '../../support/some-instances.ts';
import { nodeServer, nodesHash, someNodes, withFleet } from '../../support/some-nodes.ts';

beforeEach(() => page.viewport(1280, 800));

const command = 'docker swarm join --token SWMTKN-1-abc 10.0.0.1:2377';

function open(prepare: (core: ReturnType<typeof createFakeCore>) => void = () => undefined) {
  return openWindow((core) => {
    core.instances.set(withFleet);
    core.nodes.set(someNodes());
    core.handlers['nodes.drain'] = async () => undefined;
    core.handlers['nodes.resume'] = async () => undefined;
    core.handlers['nodes.explainJoin'] = async () => ({
      command,
      image: 'localhost/slipway:1',
      load: 'docker save localhost/slipway:1 | ssh NODE docker load',
    });
    prepare(core);
  }, nodesHash);
}

test('tells what each node has left, what runs where, and what became of a lost one', async () => {
  open();
  await expect.element(page.getByRole('heading', { name: 'Nodes of Staging EU' })).toBeVisible();
  await expect.element(page.getByText('3 nodes, 3 servers, 24 players')).toBeVisible();
  const first = page.getByRole('region', { name: 'node1' });
  await expect.element(first.getByText('2.5 of 4 free')).toBeVisible();
  await expect.element(first.getByRole('img', { name: 'CPU: 0.48 used, 1.5 set aside' })).toBeVisible();
  const link = first.getByRole('link', { name: '7c1e04b2' });
  expect(link.element().getAttribute('href')).toBe(
    `#/games/eu/${nodeServer('7c1e04b2').game_id}/servers/${nodeServer('7c1e04b2').environment}/${nodeServer('7c1e04b2').id}`,
  );
  const lost = page.getByRole('region', { name: 'node3' });
  await expect.element(lost.getByText(/^Lost since 1\d:31$/)).toBeVisible();
  await expect.element(lost.getByText(/^It was last there at 1\d:31\. 2 servers ended with it\.$/)).toBeVisible();
  await expect.element(lost.getByRole('row', { name: /Replaced by 18ad3b66 on node1/ })).toBeVisible();
  await expect.element(lost.getByRole('row', { name: /Hollow Circuit Development .*Not replaced/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Nodes' })).toHaveAttribute('aria-current', 'page');
});

test('asks before a node is drained, says what will happen, and what stands against it', async () => {
  const core = open();
  await userEvent.click(page.getByRole('region', { name: 'node1' }).getByRole('button', { name: 'Drain…' }));
  const dialog = page.getByRole('dialog', { name: 'Drain node1' });
  await expect
    .element(dialog.getByText(/^It takes no new servers\. What namespaces keep is started on other/))
    .toBeVisible();
  await expect.element(dialog.getByText(/^No other node takes servers now/)).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
  await userEvent.click(dialog.getByRole('combobox'));
  await userEvent.click(page.getByRole('option', { name: 'now' }));
  await expect.element(dialog.getByText('21 players are disconnected.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'End its servers now' }));
  await expect.element(dialog).not.toBeInTheDocument();
  const asked = core.called.filter(({ name }) => name === 'nodes.drain').map(({ input }) => input);
  expect(asked).toEqual([{ instance_id: 'eu', node_id: 'node1-id', limit_ms: 0 }]);
});

test('a node that is left goes on taking servers again, and one that is empty says that it can go', async () => {
  const core = open();
  const second = page.getByRole('region', { name: 'node2' });
  await expect.element(second.getByText(/^Draining, until 1\d:20 at the latest$/)).toBeVisible();
  await userEvent.click(second.getByRole('button', { name: 'Take servers again' }));
  expect(core.called.at(-1)).toEqual({ name: 'nodes.resume', input: { instance_id: 'eu', node_id: 'node2-id' } });
  const view = someNodes();
  const [, left] = view.list?.nodes ?? [];
  if (left === undefined) throw new Error('There is no second node');
  core.nodes.set({ ...view, list: { fleet: true, waiting: [], nodes: [{ ...left, servers: [] }] } });
  await expect
    .element(second.getByText(/^Nothing runs on it any more\. Its machine can be taken down\.$/))
    .toBeVisible();
});

test('says what to type on another machine, and that a server has no node yet', async () => {
  const core = open();
  await userEvent.click(page.getByRole('button', { name: 'Add a node' }));
  const dialog = page.getByRole('dialog', { name: 'Add a node' });
  await expect.element(dialog.getByText(command)).toBeVisible();
  await expect.element(dialog.getByText(/ssh NODE docker load/)).toBeVisible();
  await expectAccessible('[data-slot~="dialog"]');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }).last());
  const view = someNodes();
  const waiting = [nodeServer('e95a7710', { state: 'preparing', problem: 'It waits for a node: no suitable node.' })];
  core.nodes.set({ ...view, list: { fleet: true, nodes: [], waiting } });
  await expect.element(page.getByText(/^1 server has no node yet\. It waits for a node/)).toBeVisible();
});

test('an instance without several has no such page', async () => {
  openWindow((core) => core.instances.set({ ...runningLocal, has_fleet: false }), '#/nodes/local');
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Nodes' })).not.toBeInTheDocument();
});
