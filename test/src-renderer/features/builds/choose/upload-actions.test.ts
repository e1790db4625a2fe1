// What the card says of an upload that did not begin, or may have begun, and what becomes of one whose card was closed meanwhile.
import { expect, test, vi } from 'vitest';
import { useCard } from '../../../../../src-renderer/features/builds/choose/card-store.ts';
import { closeCard } from '../../../../../src-renderer/features/builds/choose/choose-actions.ts';
import { upload } from '../../../../../src-renderer/features/builds/choose/upload-actions.ts';
import { useNotices } from '../../../../../src-renderer/ui/notices/notices-store.ts';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { createFakeCore } from '../../../support/fake-core.ts';
import { someReport } from '../../../support/some-builds.ts';
import { runningLocal } from '../../../support/some-instances.ts';

const report = { kind: 'folder' as const, report: someReport };
const cardOf = (id: string) => ({
  step: 'ready' as const,
  source: { source_id: id, name: 'Harbor' },
  examined: report,
});

function openCard(card = cardOf('1')) {
  useCard.setState({ ...useCard.getInitialState(), card }, true);
}

function uploadOpenCard() {
  const namespace = { id: 'prod', name_id: 'prod', name: 'Production' };
  const place = {
    instance: runningLocal,
    game_id: 'tidebreak',
    game: undefined,
    namespaces: [namespace],
    namespace,
    isProtected: false,
  };
  return upload({ place, version: 'v1', gameName: 'Tidebreak', isLaunch: false });
}

/** What stands on the card once an upload was pressed and `fail` ended it. */
async function problemAfter(fail: (answer: { reject: (error: AppError) => void }, core: { close(): void }) => void) {
  const core = createFakeCore();
  const answer = Promise.withResolvers<{ transfer_id: string }>();
  core.handlers['transfers.start'] = () => {
    fail(answer, line);
    return answer.promise;
  };
  const line = core.attach();
  openCard();
  await uploadOpenCard();
  return useCard.getState().problems.whole;
}

test('a refused upload sent nothing; one without an answer may have begun, and Transfers shows whether it did', async () => {
  const refused = new AppError('TRANSFER_JOURNAL', { text: 'The journal cannot be used.' });
  expect(await problemAfter(({ reject }) => reject(refused))).toBe('The journal cannot be used. Nothing was sent.');
  expect(await problemAfter((_, line) => line.close())).toBe(
    'The connection to the app ended before it answered. Look at Transfers before you upload it again.',
  );
});

/** Closes the card of an upload that waits for its answer, opens the next one, and lets the answer come. */
async function closeMeanwhile(settle: (answer: PromiseWithResolvers<{ transfer_id: string }>) => void) {
  const core = createFakeCore();
  const answer = Promise.withResolvers<{ transfer_id: string }>();
  const asked = Promise.withResolvers<void>();
  const released: string[] = [];
  core.handlers['transfers.start'] = () => {
    asked.resolve();
    return answer.promise;
  };
  core.handlers['transfers.release'] = async ({ source_id: id }) => void released.push(id);
  core.attach();
  useNotices.setState({ unkept: [] });
  openCard();
  const sent = uploadOpenCard();
  await asked.promise;
  closeCard();
  const next = cardOf('2');
  openCard(next);
  location.hash = '#/home';
  settle(answer);
  await sent;
  expect(useCard.getState()).toMatchObject({ card: next, problems: {}, busy: false });
  expect(location.hash, 'the page under the next card stays').toBe('#/home');
  return { released, notices: useNotices.getState().unkept };
}

test('an upload whose card was closed goes on, and leaves the next card alone', async () => {
  const { released, notices } = await closeMeanwhile(({ resolve }) => resolve({ transfer_id: '7' }));
  expect(released, 'what is sent is kept').toEqual([]);
  expect(notices).toMatchObject([{ state: 'uploading' }]);
});

test('one that fails after its card was closed is told, and its copy goes', async () => {
  const refused = new AppError('TRANSFER_JOURNAL', { text: 'The journal cannot be used.' });
  const { released, notices } = await closeMeanwhile(({ reject }) => reject(refused));
  expect(notices).toMatchObject([
    {
      state: 'failed',
      title: 'The upload of Harbor could not start',
      detail: 'The journal cannot be used. Nothing was sent.',
    },
  ]);
  await vi.waitUntil(() => released.length > 0);
  expect(released).toEqual(['1']);
});
