import { expect, test } from 'vitest';
import {
  instanceAddress,
  instanceAside,
  instanceGlyph,
  instanceHeadline,
  instanceLine,
  nextStep,
  openInstanceOf,
  versionAge,
  whatStaysSafe,
  whyInstanceUnavailable,
} from '../../../../src-renderer/features/instances/instances-selectors.ts';
import type { InstanceLife, InstanceView } from '../../../../src-shared/instances/bridge.ts';
import { runningLocal as local, lost, stagingEu, stoppedLocal } from '../../support/some-instances.ts';

const now = 1_000_000;

const problem = { code: 'SERVICE_STOPPED', message: 'It ended.' };
const lives: readonly InstanceLife[] = [
  { state: 'starting' },
  { state: 'connecting' },
  { state: 'connected' },
  { state: 'reconnecting', problem, retry_at: now },
  { state: 'refused', problem },
  { state: 'stopped', problem },
];

test.each(lives)('has a glyph, a line and a headline for $state', (life) => {
  expect(instanceGlyph(life.state)).not.toBe('');
  expect(instanceLine({ ...local, ...life }, now)).not.toBe('');
  expect(instanceHeadline({ ...local, ...life })).toContain('Local');
});

test('gives each state that needs attention a shape of its own', () => {
  const shapes = (['connected', 'starting', 'reconnecting', 'refused', 'stopped'] as const).map(instanceGlyph);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('shows the port, or the seconds to the next try', () => {
  expect(instanceAside(local, now)).toBe(':7420');
  const away: InstanceView = { ...local, ...lost('Local', now + 7_200) };
  expect(instanceAside(away, now)).toBe('8 s');
  expect(instanceLine(away, now)).toBe('No answer, next try in 8 s');
  expect(nextStep(away, now)).toBe('Next try in 8 s.');
});

test.each([6_500, 60_000])('says that it tries again, and no seconds, after %i of 7200 ms', (passed) => {
  const away: InstanceView = { ...local, ...lost('Local', now + 7_200) };
  expect(instanceAside(away, now + passed)).toBeUndefined();
  expect(instanceLine(away, now + passed)).toBe('No answer, trying again');
  expect(nextStep(away, now + passed)).toBe('Trying again now.');
  const stopped: InstanceView = { ...local, state: 'reconnecting', problem, retry_at: now };
  expect(instanceLine(stopped, now + passed)).toBe('Stopped, starting again');
  expect(nextStep(stopped, now + passed)).toBe('It is starting again now.');
});

test('shows the host of a remote', () => {
  expect(instanceLine(stagingEu, now)).toBe('eu.example');
  expect(instanceAddress(stagingEu)).toBe('eu.example');
});

test('opens the instance chosen last, else the first', () => {
  const instances = [local, { ...local, id: 'b' }];
  expect(openInstanceOf({ instances, openId: 'b' })?.id).toBe('b');
  expect(openInstanceOf({ instances, openId: 'gone' })?.id).toBe('local');
  expect(openInstanceOf({ instances: undefined, openId: 'b' })).toBeUndefined();
});

test('says why nothing can be changed while it is not connected', () => {
  expect(whyInstanceUnavailable(local)).toBeUndefined();
  expect(whyInstanceUnavailable({ ...local, state: 'starting' })).toMatch(/^Local is starting/);
  expect(whyInstanceUnavailable(undefined)).toBe('Slipway is still starting');
});

test('promises nothing about a damaged folder but that it is left alone', () => {
  expect(whatStaysSafe(local)).toMatch(/Nothing is lost/);
  expect(whatStaysSafe(stoppedLocal)).not.toMatch(/Nothing is lost/);
});

test.each([
  ['0.0.9', '0.1.0', 'older'],
  ['0.10.0', '0.9.0', 'newer'],
  ['1.0.0-rc.1', '1.0.0', 'older'],
  ['v2.0.0', '1.9.9', 'newer'],
  ['0.1.0+build', '0.1.0', undefined],
  ['latest', '0.1.0', undefined],
  [undefined, '0.1.0', undefined],
  ['0.1.0', undefined, undefined],
] as const)('finds %s beside %s %s', (version, own, age) => {
  expect(versionAge(version, own)).toBe(age);
});
