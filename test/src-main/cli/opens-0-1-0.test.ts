// The command line goes on with what Slipway 0.1.0 began: its journal of pushes, its remotes and their tokens.
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startService010, unpackApp010 } from '../../support/from-0-1-0.ts';
import { lastJson } from '../../support/last-json.ts';
import { clientOf } from '../../support/service.ts';

it('goes on with a push that was interrupted, without what was sent then', async () => {
  const { server, call } = await startService010();
  const { root, home } = await unpackApp010(server.url);
  const { games } = await clientOf(call).listGames({});
  const args = ['--game', games[0]?.name_id ?? '', '--namespace', 'staging', '--name', '2.1', '--url', server.url];
  const env = { SLIPWAY_TOKEN: server.token };
  const { code, stdout } = await runCommand(['push', path.join(root, 'game-2'), ...args, '--json'], { home, env });
  expect(code).toBe(0);
  expect(lastJson(stdout)).toMatchObject({
    event: 'result',
    state: 'done',
    is_resumed: true,
    bytes_total: 168_448,
    bytes_sent: 168_448 - 116_123 - 16_733,
    outcome: 'staging switched to 2.1.',
  });
});

it('knows the remotes by their names, and signs in with the tokens that are kept', async () => {
  const { server } = await startService010();
  const { home } = await unpackApp010(server.url);
  const list = await runCommand(['remote', 'list', '--json'], { home });
  expect(JSON.parse(list.stdout)).toMatchObject({ remotes: [{ name: 'Studio' }, { name: 'Pinned' }] });
  const games = await runCommand(['games', '--remote', 'Studio', '--json'], { home });
  expect(games.stdout).toContain('Tidebreak');
});
