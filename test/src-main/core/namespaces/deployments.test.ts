// Which versions ran when, and to which of them one goes back.
import { expect, it } from 'vitest';
import {
  deploymentsOf,
  lastNotRolledBack,
  wasNeverDeployed,
} from '../../../../src-main/core/namespaces/deployments.ts';

const made = '2026-11-13T00:00:00.000Z';
/** Switches one hour apart, oldest first; the last one is what runs. */
function deployments(...versions: string[]) {
  const entries = versions.map((version, hour) => ({
    version_id: version,
    deploy_ts: new Date(Date.parse(made) + (hour + 1) * 3_600_000).toISOString(),
  }));
  return deploymentsOf(entries.toReversed(), { version_id: versions.at(-1) ?? 'first', create_ts: made });
}
const target = (...versions: string[]) => lastNotRolledBack(deployments(...versions), versions.at(-1), () => true);

it('without a switch, what runs has run since the namespace was made', () => {
  expect(deployments()).toEqual([{ version_id: 'first', from: Date.parse(made), isRolledBack: false }]);
});

it('each ends when the next begins, and the last has no end', () => {
  const [first, second] = deployments('a', 'b');
  expect(first?.to).toBe(second?.from);
  expect(second).not.toHaveProperty('to');
});

it('a version that an earlier one took over from was rolled back, and is never gone back to', () => {
  const all = deployments('a', 'bad', 'a', 'c');
  expect(all.map(({ isRolledBack }) => isRolledBack)).toEqual([false, true, false, false]);
  expect(target('a', 'bad', 'a', 'c')).toBe('a');
  expect(target('a', 'bad', 'a')).toBeUndefined();
  expect(target('z', 'a', 'bad', 'a')).toBe('z');
});

it('a version that came back for good is one again', () => {
  expect(target('a', 'b', 'a', 'b', 'c')).toBe('b');
});

it('a version that the game no longer has is none to go back to', () => {
  expect(lastNotRolledBack(deployments('a', 'b', 'c'), 'c', (id) => id !== 'b')).toBe('a');
});

it('what nothing was deployed to is told only where it has the version of its game, and the instance would know of more', () => {
  const namespace = { version_id: 'first', create_ts: made, last_good: {} };
  const of = (id: string, hour: number) => ({
    version_id: id,
    display_name: id,
    create_ts: new Date(Date.parse(made) + hour * 3_600_000).toISOString(),
  });
  const game = { create_ts: made, versions: [of('a', 1), of('first', 0)] };
  expect(wasNeverDeployed(deployments(), namespace, game)).toBe(true);
  expect(wasNeverDeployed(deployments(), { ...namespace, last_good: undefined }, game)).toBe(false);
  expect(wasNeverDeployed(deployments(), { ...namespace, version_id: 'a' }, game)).toBe(false);
  expect(wasNeverDeployed(deployments('a'), { ...namespace, version_id: 'a' }, game)).toBe(false);
  expect(wasNeverDeployed(deployments('first'), namespace, game)).toBe(false); // from its switch on, not from its first moment
});
