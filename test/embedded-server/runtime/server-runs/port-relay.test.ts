// The guard takes another port where somebody was faster.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createGuard } from '../../../../embedded-server/runtime/server-runs/port-relay.ts';
import { threadScripts } from '../../../../embedded-server/thread-scripts.ts';

test('a public port that was taken between the choice and the bind is replaced by another, and one that stays taken is told', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = (other.address() as AddressInfo).port;
  const choices = [taken, 0];
  const givenBack: number[] = [];
  const problems: unknown[] = [];
  const guard = createGuard({
    script: threadScripts().relay,
    ports: {
      take: () => Promise.resolve(choices.shift() ?? taken),
      takeThis: () => Promise.resolve(),
      share: () => undefined,
      giveBack: (port) => void givenBack.push(port),
    },
    onCounts: () => undefined,
    onTrouble: () => undefined,
    onProblem: (thrown) => problems.push(thrown),
  });
  const ports = [{ name: 'game', transports: ['tcp'] as const, targetPort: 1, offset: 0 }];
  const groups = [{ name: 'game', ports, size: 1, number: undefined, known: [] }];
  const server = {
    hostname: '127.0.0.1',
    groups,
    maxPlayers: 1,
    owner: { text: 'me' },
    mayTakeOver: () => false,
    onKnock: () => undefined,
  };
  const opened = await guard.open({ ...server, server_id: 'a' });
  expect(opened.get('game')).not.toBe(taken);
  expect(givenBack).toEqual([taken]);
  await expect(guard.open({ ...server, server_id: 'b' })).rejects.toThrow(
    `The port ${taken} (tcp) for "game" is taken`,
  );
  await guard.shutDown();
  other.close();
  await once(other, 'close');
  expect(problems).toEqual([]);
});

test('of a server without guarded ports nothing is asked of the relay, which would be told as an error', async () => {
  const problems: unknown[] = [];
  const guard = createGuard({
    script: threadScripts().relay,
    ports: {
      take: () => Promise.resolve(0),
      takeThis: () => Promise.resolve(),
      share: () => undefined,
      giveBack: () => undefined,
    },
    onCounts: () => undefined,
    onTrouble: () => undefined,
    onProblem: (thrown) => problems.push(thrown),
  });
  onTestFinished(guard.shutDown);
  guard.forward('a', [{ name: 'game', protocol: 'tcp' }]);
  guard.promote('a');
  await guard.setMaxPlayers('a', 0);
  await guard.close('a'); // behind all that the relay was asked
  expect(problems).toEqual([]);
});
