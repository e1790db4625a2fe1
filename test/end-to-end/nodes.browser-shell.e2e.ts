// The nodes of a remote in the window: the page is there once the remote says that it has several, and one is drained and resumed.
import path from 'node:path';
import { startServer } from '../../embedded-server/index.ts';
import { fixedNodes } from '../support/fixed-nodes.ts';
import { expect, test } from './support/app-test.ts';
import { connectRemote } from './support/steps.ts';

test('the nodes of a remote are listed, and one is drained and takes servers again', async ({ launch, home }) => {
  const fleet = { driver: fixedNodes('east', 'west') };
  const server = await startServer({ dataFolder: path.join(home, 'fleet'), port: 0, onLog: () => undefined, fleet });
  try {
    const { page } = await launch();
    await connectRemote(page, server);
    await page.getByRole('link', { name: 'Nodes' }).click();
    const east = page.getByRole('region', { name: 'east' });
    await expect(east.getByText('4 of 4 free')).toBeVisible();
    await east.getByRole('button', { name: 'Drain…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drain east' }).click();
    await expect(east.getByText('Drained', { exact: true })).toBeVisible();
    await east.getByRole('button', { name: 'Take servers again' }).click();
    await expect(east.getByText('Ready')).toBeVisible();
    await page.getByRole('button', { name: 'Add a node' }).click();
    await expect(page.getByText(/^docker swarm join --token /)).toBeVisible();
  } finally {
    await server.close();
  }
});
