// What the core keeps of namespaces that somebody looked at: the last of them, however many there were.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NamespacePlace, ServersState } from '../../../../src-shared/servers/bridge.ts';
import { startTestCore, type TestCore } from '../../../support/core.ts';
import { until } from '../../../support/until.ts';

const LOOKS = 30;

/** Looks at a namespace until its service said something of it; answers what was known before. */
async function lookAt({ client }: TestCore, place: NamespacePlace): Promise<ServersState | undefined> {
  const states: ServersState[] = [];
  const stop = client.subscribe('servers.state', place, { next: (state) => states.push(state) });
  await until(
    () => states.some(({ problem }) => problem !== undefined),
    'the service to say that it has no such namespace',
  );
  stop();
  return states[0];
}

it('knows the namespaces that were left lately at once, and forgets those that were left long ago', async () => {
  const core = await startTestCore();
  await core.whenState('local', 'connected');
  const places = Array.from({ length: LOOKS }, () => ({
    instance_id: 'local',
    game_id: randomUUID(),
    namespace_id: randomUUID(),
  }));
  for (const place of places) expect(await lookAt(core, place)).toEqual({});
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) throw new Error('expected places');
  expect(await lookAt(core, last)).toMatchObject({ problem: expect.anything() });
  expect(await lookAt(core, first)).toEqual({});
});
