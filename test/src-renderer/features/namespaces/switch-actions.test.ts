// A switch whose answer was lost with the connection to the app may have come to pass: nothing says that it did not.
import { beforeEach, expect, test } from 'vitest';
import { useInstances } from '../../../../src-renderer/features/instances/instances-store.ts';
import { openSwitch, rollBack } from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { useNamespaces } from '../../../../src-renderer/features/namespaces/namespaces-store.ts';
import { runSwitch, sayUndoable } from '../../../../src-renderer/features/namespaces/switch-actions.ts';
import { useToasts } from '../../../../src-renderer/ui/notices/notices-store.ts';
import { clearToasts } from '../../../../src-renderer/ui/notices/toasts-actions.ts';
import { createFakeCore } from '../../support/fake-core.ts';
import { localId, runningLocal } from '../../support/some-instances.ts';

const place = { instance_id: localId, game_id: 'tidebreak', namespace_id: 'prod' };
const saidTitles = () => useToasts.getState().toasts.map(({ title }) => title);
const notKnown = { text: 'It is not known whether it switched' };

beforeEach(() => {
  useNamespaces.setState(useNamespaces.getInitialState(), true);
  useInstances.setState({ ...useInstances.getInitialState(), instances: [runningLocal] }, true);
  clearToasts();
});

/** A core whose connection ends as it is asked to switch. */
function attach() {
  const core = createFakeCore();
  core.handlers['namespaces.switch'] = () => {
    line.close();
    return new Promise(() => undefined);
  };
  const line = core.attach();
  return core;
}

test('the sheet says that it is not known', async () => {
  attach();
  openSwitch(place, 'v2');
  await runSwitch({ place, version_id: 'v2', from: 'v1' });
  const { attempt } = useNamespaces.getState();
  expect(attempt).toMatchObject({ state: 'answered', outcome: { outcome: 'unknown' } });
  expect(saidTitles()).toEqual([]);
});

test('so does the message about a sheet that was closed, about a roll back and about an undo', async () => {
  attach();
  await runSwitch({ place, version_id: 'v2', from: 'v1' });
  expect(saidTitles()).toMatchObject([notKnown]);

  clearToasts();
  const core = attach();
  const previous = { version_id: 'v1', display_name: 'v1', deploy_ts: '2026-11-16T09:12:00.000Z' };
  core.handlers['namespaces.history'] = async () => ({ rows: [], has_more: false, previous });
  core.servers.state.set({ fresh_at: 1 });
  await rollBack(place);
  expect(saidTitles()).toMatchObject([notKnown]);

  clearToasts();
  attach();
  sayUndoable(place, { outcome: 'switched', sentence: 'prod runs v2.', version_id: 'v2', from_version_id: 'v1' });
  useToasts.getState().toasts[0]?.actions[0]?.run();
  await expect.poll(saidTitles).toMatchObject([notKnown]);
});
