// The state around the window, followed over a real bridge to a real service with a real server.
import { expect, test } from 'vitest';
import { type DesktopState, followDesktop } from '../../../../src-main/core/desktop/state.ts';
import { livingServers } from '../../../../src-main/core/desktop/tray.ts';
import { startTestCore } from '../../../support/core.ts';
import { until } from '../../../support/until.ts';

test('counts the servers of all games of Local as they start and end', async () => {
  const app = await startTestCore();
  await app.whenState('local', 'connected');
  let state: DesktopState | undefined;
  const stop = followDesktop(app.client, (next) => (state = next));
  const living = () => (state === undefined ? -1 : livingServers(state));
  await until(() => living() === 0, 'a first state');
  const made = await app.client.call('games.runSample', {});
  await until(() => living() === 1, 'the server');
  expect(state?.servers.map(({ gameName }) => gameName)).toContain('Pocket Regatta');
  expect(state?.servers.map(({ switchedAt }) => switchedAt)).toEqual([expect.any(Number)]);
  const target = { instance_id: 'local', ...made };
  await app.client.call('servers.stop', { ...target, grace_ms: 0 });
  await until(() => living() === 0, 'the end of the server');
  stop();
});
