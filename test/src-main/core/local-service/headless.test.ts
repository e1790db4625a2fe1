// The service of `slipway serve`: at which port it starts.
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startHeadless } from '../../../../src-main/core/local-service/headless.ts';
import { freePort } from '../../../support/free-port.ts';
import { ownPorts } from '../../../support/service.ts';
import { closeAtEnd } from '../../../support/start-once.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

it.each([
  ['waits for a port that others elsewhere know', { publicUrl: 'https://games.example' }, 0],
  ['takes the next one where nobody else knows it', {}, 1],
])('%s', async (_, exposure, further) => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const home = await makeTempFolder('home');
  const server = await startHeadless(home, {
    dataFolder: path.join(home, 'data'),
    port,
    serverPorts: ownPorts(),
    exposure,
    onLog: ({ message }) => void (message.includes(String(port)) && other.close()),
  });
  closeAtEnd(server.close);
  closeAtEnd(async () => void other.close());
  expect(server.port - port).toBe(further);
});
