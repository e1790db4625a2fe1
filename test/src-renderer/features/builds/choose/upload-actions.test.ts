// What the card says of an upload that did not begin, or may have begun.
import { expect, test } from 'vitest';
import { useCard } from '../../../../../src-renderer/features/builds/choose/card-store.ts';
import { upload } from '../../../../../src-renderer/features/builds/choose/upload-actions.ts';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { createFakeCore } from '../../../support/fake-core.ts';
import { someReport } from '../../../support/some-builds.ts';
import { runningLocal } from '../../../support/some-instances.ts';

/** What stands on the card once an upload was pressed and `fail` ended it. */
async function problemAfter(fail: (answer: { reject: (error: AppError) => void }, core: { close(): void }) => void) {
  const core = createFakeCore();
  const answer = Promise.withResolvers<{ transfer_id: string }>();
  core.handlers['transfers.start'] = () => {
    fail(answer, line);
    return answer.promise;
  };
  const line = core.attach();
  const source = { source_id: '1', name: 'Harbor' };
  const examined = { kind: 'folder' as const, report: someReport };
  useCard.setState({ ...useCard.getInitialState(), card: { step: 'ready', source, examined } }, true);
  const namespace = { id: 'prod', name_id: 'prod', name: 'Production' };
  const place = {
    instance: runningLocal,
    game_id: 'tidebreak',
    game: undefined,
    namespaces: [namespace],
    namespace,
    isProtected: false,
  };
  await upload({ place, version: 'v1', gameName: 'Tidebreak', isLaunch: false });
  return useCard.getState().problems.whole;
}

test('a refused upload sent nothing; one without an answer may have begun, and Transfers shows whether it did', async () => {
  const refused = new AppError('TRANSFER_JOURNAL', { text: 'The journal cannot be used.' });
  expect(await problemAfter(({ reject }) => reject(refused))).toBe('The journal cannot be used. Nothing was sent.');
  expect(await problemAfter((_, line) => line.close())).toBe(
    'The connection to the app ended before it answered. Look at Transfers before you upload it again.',
  );
});
