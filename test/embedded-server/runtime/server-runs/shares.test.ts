// What is said of shared servers, while their sharing is being changed.
import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../../embedded-server/runtime/server-records/store.ts';
import { createShares } from '../../../../embedded-server/runtime/server-runs/shares.ts';

const address = '192.168.77.2';
const ports = { game: { protocol: 'tcp', internal_port: 1, routing: { game_guard: {} } } };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what sharing reads of it
const server = { server_id: 'a', ports } as unknown as ServerRecord;

function openShares() {
  const answers: (() => void)[] = [];
  const shares = createShares({
    guard: {
      share: async (_server_id, hostname) => {
        await new Promise<void>((answer) => answers.push(answer));
        return hostname === undefined ? [] : [{ name: 'game', protocol: 'tcp', hostname, port: 7 }];
      },
    },
    lanAddresses: () => [address],
    isReachedByOthers: false,
  });
  return { shares, answer: () => answers.shift()?.() };
}

test('a server that is shared and taken back at once is not said to be shared', async () => {
  const { shares, answer } = openShares();
  const both = [shares.set(server, address), shares.set(server, undefined)];
  answer();
  await both[0];
  answer();
  await both[1];
  expect(shares.of(server)).toEqual({ addresses: [address] });
});

test('of two calls that share it, the later one counts', async () => {
  const { shares, answer } = openShares();
  const both = [shares.set(server, undefined), shares.set(server, address)];
  answer();
  await both[0];
  answer();
  const share = { address, ports: { game: 7 } };
  expect(await both[1]).toEqual(share);
  expect(shares.of(server)).toEqual({ addresses: [address], share });
});

test('a server that ends while it is being shared is not said to be shared', async () => {
  const { shares, answer } = openShares();
  const under = shares.set(server, address);
  shares.forget('a');
  answer();
  await under;
  expect(shares.of(server)).toEqual({ addresses: [address] });
});
