// The variables that are copied: each shell reads back just what was meant, whatever is in it, and they open the instance.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { environmentBlocks } from '../../../../src-main/core/instances/copied-variables.ts';
import { startTestCore } from '../../../support/core.ts';
import { startWithGame } from '../../../support/service.ts';

const run = promisify(execFile);

it('is read back by bash as it was, with nothing run', async () => {
  const odd = `it's "$HOME" \`id\` \\ end`;
  const { bash, powershell, dotenv } = environmentBlocks([['SLIPWAY_TOKEN', odd]]);
  const script = `${bash}\nprintf %s "$SLIPWAY_TOKEN"`;
  expect((await run('bash', ['-c', script])).stdout).toBe(odd);
  expect(powershell).toBe(`$env:SLIPWAY_TOKEN = '${odd.replaceAll("'", "''")}'\n`);
  // A dotenv file is a shell's assignments, too.
  expect((await run('bash', ['-c', `${dotenv}\nprintf %s "$SLIPWAY_TOKEN"`])).stdout).toBe(odd);
});

it('opens Local and a remote, with the game and namespace where they are named', async () => {
  const service = await startWithGame();
  const { client, whenState } = await startTestCore();
  const local = await whenState('local', 'connected');
  const added = await client.call('instances.add', { url: service.server.url, token: service.server.token });
  if (added.outcome !== 'added') throw new Error('expected it to be added');
  await whenState(added.instance_id, 'connected');
  const ofRemote = await client.call('instances.environment', { instance_id: added.instance_id, ...service.place });
  expect(ofRemote.bash).toBe(
    [
      `export SLIPWAY_URL='${service.server.url}'`,
      `export SLIPWAY_TOKEN='${service.server.token}'`,
      `export SLIPWAY_GAME_ID='${service.place.game_id}'`,
      `export SLIPWAY_NAMESPACE_ID='${service.place.namespace_id}'\n`,
    ].join('\n'),
  );
  const { dotenv } = await client.call('instances.environment', { instance_id: 'local' });
  const [, token = ''] = /SLIPWAY_TOKEN="([^"]+)"/.exec(dotenv) ?? [];
  expect(dotenv).toContain(`SLIPWAY_URL="${local.url}"`);
  const answer = await fetch(`${local.url}/cloud/games`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
});
