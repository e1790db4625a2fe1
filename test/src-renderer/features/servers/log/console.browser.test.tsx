// The console below the log: what is typed goes to the server, comes back by the arrows, and stays where it could not be typed.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import type { Server } from '../../../../../src-shared/service/servers.ts';
import type { createFakeCore } from '../../../support/fake-core.ts';
import { openWindow } from '../../../support/open-window.tsx';
import { serversHash, someDetail, someServer, tidebreak } from '../../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

const field = () => page.getByRole('textbox', { name: 'Console' });

function open(change: Partial<Server> = {}, type: () => Promise<void> = async () => undefined) {
  const server = someServer(change);
  const core: ReturnType<typeof createFakeCore> = openWindow((fake) => {
    fake.game(tidebreak.game_id).set({ game: tidebreak });
    fake.servers.list.set(server);
    fake.servers.detail.set(someDetail(server));
    fake.servers.log.set({ extent: { first: 1, last: 0, count: 0, dropped: 0 }, lines: [] });
    fake.handlers['servers.type'] = type;
  }, `${serversHash}/${server.id}`);
  const typed = () =>
    core.called.flatMap(({ name, input }) => (name === 'servers.type' ? [(input as { line: string }).line] : []));
  return { typed };
}

test('types lines into the server, and brings them back by the arrows', async () => {
  const { typed } = open();
  await userEvent.fill(field(), 'say hello');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('');
  await userEvent.fill(field(), 'save-all');
  await userEvent.keyboard('{Enter}');
  await expect.poll(typed).toEqual(['say hello', 'save-all']);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(field()).toHaveValue('say hello');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(field()).toHaveValue('');
  await userEvent.keyboard('{Enter}');
  expect(typed(), 'an empty line is none').toHaveLength(2);
});

test('takes the next line while one is under way, and sends none twice', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const { typed } = open({}, () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  await userEvent.fill(field(), 'say hello');
  await userEvent.keyboard('{Enter}{Enter}save-all');
  await expect.poll(typed).toEqual(['say hello']);
  answers[0]?.reject(new AppError('VALIDATION_ERROR', 'console.not-read'));
  await expect.element(page.getByText(/^The server has not read what was typed before\./)).toBeInTheDocument();
  await expect.element(field()).toHaveValue('save-all');
  await userEvent.keyboard('{Enter}');
  await expect.poll(typed).toEqual(['say hello', 'save-all']);
  answers[1]?.resolve();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(field()).toHaveValue('say hello');
});

test('keeps a line that was not typed, and says why', async () => {
  const { typed } = open({}, async () => {
    throw new AppError('VALIDATION_ERROR', 'console.not-read');
  });
  await userEvent.fill(field(), 'save-all');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^The server has not read what was typed before\./)).toBeInTheDocument();
  await expect.element(field()).toHaveValue('save-all');
  expect(typed()).toEqual(['save-all']);
});

test('a server that has ended has none', async () => {
  open({ state: 'stopped', destroyed_at: Date.now() });
  await expect.element(page.getByRole('log', { name: 'Log' })).toBeInTheDocument();
  expect(field().elements()).toEqual([]);
});
