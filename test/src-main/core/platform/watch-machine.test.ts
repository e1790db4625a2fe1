// What the machine seems to do, from a clock and a list of addresses that the test moves.
import { expect, it, onTestFinished } from 'vitest';
import { watchMachine } from '../../../../src-main/core/platform/watch-machine.ts';
import { until } from '../../../support/until.ts';

function watchTurned() {
  const machine = { now: 1_000_000, addresses: '192.0.2.1', looks: 0 };
  const events: string[] = [];
  const { close } = watchMachine(
    { onAwake: () => events.push('awake'), onNetwork: () => events.push('network') },
    {
      now: () => {
        machine.looks += 1;
        return machine.now;
      },
      addresses: () => machine.addresses,
      everyMs: 5,
    },
  );
  onTestFinished(close);
  /** Resolves after two looks from now: the first may have begun before. */
  const looked = async () => {
    const before = machine.looks;
    await until(() => machine.looks >= before + 2, 'two looks');
  };
  return { machine, events, looked };
}

it('tells of a sleep once, and of none where only a look came late', async () => {
  const { machine, events, looked } = watchTurned();
  machine.now += 15_000;
  await looked();
  expect(events).toEqual([]);
  machine.now += 60_000;
  await looked();
  expect(events).toEqual(['awake']);
});

it('tells of another network, and after a sleep only of the sleep', async () => {
  const { machine, events, looked } = watchTurned();
  machine.addresses = '';
  await looked();
  expect(events).toEqual(['network']);
  machine.addresses = '192.0.2.2';
  await looked();
  expect(events).toEqual(['network', 'network']);
  Object.assign(machine, { now: machine.now + 60_000, addresses: '192.0.2.3' });
  await looked();
  expect(events).toEqual(['network', 'network', 'awake']);
});
