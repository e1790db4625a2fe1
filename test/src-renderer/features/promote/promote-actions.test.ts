// What was asked for on one sheet is told on it while it is open, and otherwise in a toast, never on the next sheet.
import { beforeEach, expect, test } from 'vitest';
import { closePromote, openPromote, runPromote } from '../../../../src-renderer/features/promote/promote-actions.ts';
import type { PromoteDecision } from '../../../../src-renderer/features/promote/promote-selectors.ts';
import { usePromote } from '../../../../src-renderer/features/promote/promote-store.ts';
import { useToasts } from '../../../../src-renderer/ui/notices/notices-store.ts';
import { clearToasts } from '../../../../src-renderer/ui/notices/toasts-actions.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { PromoteOutcome } from '../../../../src-shared/versions/promote.ts';
import { createFakeCore } from '../../support/fake-core.ts';

const plan = { way: 'switch' as const, sentence: '', version_name: 'v2', problems: [], warnings: [] };
const place = { instance_id: 'production', game_id: 'tidebreak', namespace_id: 'prod' };
const decision: PromoteDecision = {
  request: { from: { instance_id: 'local', game_id: 'tidebreak', version_id: 'v2' }, to: place },
  place,
  plan,
  running: 'v1',
  confirm: undefined,
  instanceName: 'Production',
};

beforeEach(() => {
  usePromote.setState(usePromote.getInitialState(), true);
  clearToasts();
});

/** A sheet on which the button was pressed, and the answer to it, which a test gives. */
function pressed() {
  const core = createFakeCore();
  const answer = Promise.withResolvers<PromoteOutcome>();
  core.handlers['versions.promote'] = () => answer.promise;
  const line = core.attach();
  openPromote({ fromInstance: 'local', fromGame: 'tidebreak', version: 'v2' });
  return { answer, line, done: runPromote(decision) };
}

const openNext = () => openPromote({ fromInstance: 'local', fromGame: 'tidebreak', version: 'v3' });
const saidTitles = () => useToasts.getState().toasts.map(({ title }) => title);
const notSwitched: PromoteOutcome = { plan, switched: { outcome: 'not_switched', sentence: 'Somebody was first.' } };
const switched: PromoteOutcome = { plan, switched: { outcome: 'switched', sentence: 'prod runs v2 now.' } };

test('why it was refused stands on its sheet while that is open', async () => {
  const { answer, done } = pressed();
  answer.resolve(notSwitched);
  await done;
  expect(usePromote.getState().attempt).toMatchObject({ state: 'answered' });
  expect(saidTitles()).toEqual([]);
});

test('why it was refused, or failed, is said in a toast once its sheet is closed', async () => {
  const refused = pressed();
  closePromote();
  refused.answer.resolve(notSwitched);
  await refused.done;
  expect(saidTitles()).toMatchObject([{ text: 'It was not switched' }]);

  const failed = pressed();
  openNext();
  failed.answer.reject(new AppError('STORAGE_FULL'));
  await failed.done;
  expect(usePromote.getState()).toMatchObject({ isOpen: true, attempt: undefined });
  expect(saidTitles()).toMatchObject([{ text: 'It was not promoted' }, { text: 'It was not switched' }]);
});

test('of one whose answer was lost with the connection to the app nobody says that it failed', async () => {
  const { line, done } = pressed();
  closePromote();
  line.close();
  await done;
  expect(saidTitles()).toMatchObject([{ text: 'It is not known whether it was promoted' }]);
});

test('a success does not close the sheet of another version', async () => {
  const { answer, done } = pressed();
  openNext();
  answer.resolve(switched);
  await done;
  expect(usePromote.getState()).toMatchObject({ isOpen: true, draft: { version: 'v3' } });
  expect(saidTitles()).toEqual(['prod runs v2 now']);
});
