// The questions about what came from outside: what they show, what yes and no send, and what is asked further.

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DesktopRequest } from '../../../../src-shared/desktop/bridge.ts';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { openWindow } from '../../support/open-window.tsx';

const question: DesktopRequest = {
  id: 'q1',
  kind: 'add_remote',
  title: 'Add the remote games.example?',
  has_token: false,
  sentence: 'A link asks Slipway to add games.example.',
  url: 'https://games.example',
  name: 'Team',
};

test('shows whose address it is, and sends nothing but a no when it is closed', async () => {
  const core = openWindow((it) => {
    it.requests.set(question);
    it.handlers['desktop.answer'] = async ({ request_id: id }) => {
      it.requests.remove(id);
      return { outcome: 'dismissed' };
    };
  });
  const dialog = page.getByRole('dialog', { name: textOf(question.title) });
  await expect.element(dialog.getByText('https://games.example')).toBeVisible();
  await expect.element(dialog.getByText('Team')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(core.called).toEqual([{ name: 'desktop.answer', input: { request_id: 'q1', accept: false } }]);
});

test('keeps the token that was typed while the remote refuses it', async () => {
  openWindow((it) => {
    it.requests.set(question);
    it.handlers['desktop.answer'] = async () => {
      throw new AppError('API_UNAUTHORIZED', { text: 'games.example does not know this token.' });
    };
  });
  const token = page.getByRole('dialog').getByLabelText('Token');
  await userEvent.fill(token, 'typed-word');
  await userEvent.click(page.getByRole('button', { name: 'Add remote' }));
  await expect.element(token).toHaveAccessibleDescription(/does not know this token/);
  await expect.element(token).toHaveValue('typed-word');
});

test('asks about a certificate that is not known before it sends the token there', async () => {
  const fingerprint = 'AA:BB';
  const certificate = {
    fingerprint,
    subject: 'CN=a',
    issuer: 'CN=a',
    valid_from: '',
    valid_to: '',
    names: '',
    self_signed: true,
  };
  const core = openWindow((it) => {
    it.requests.set({ ...question, has_token: true });
    it.handlers['desktop.answer'] = async ({ trust_fingerprint: trusted }) => {
      if (trusted === undefined) return { outcome: 'certificate', sentence: 'Compare: AA:BB', certificate };
      it.requests.remove('q1');
      const probe = { sentence: 'games.example answers.', latency_ms: 3, why_not: {} };
      return { outcome: 'added', instance_id: 'r1', probe };
    };
  });
  await expect.element(page.getByRole('dialog').getByLabelText('Token')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Add remote' }));
  await expect.element(page.getByText('Compare: AA:BB')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Trust this certificate' }));
  await expect.element(page.getByText('The remote was added')).toBeVisible();
  const answers = core.called.filter(({ name }) => name === 'desktop.answer');
  expect(answers.map(({ input }) => input)).toEqual([
    { request_id: 'q1', accept: true },
    { request_id: 'q1', accept: true, trust_fingerprint: fingerprint },
  ]);
});

test('asks one thing after the other, and opens the game that it was asked for', async () => {
  openWindow((it) => {
    it.requests.set({ id: 'r', kind: 'refused', title: 'This link was not followed', sentence: 'It cannot be read.' });
    it.requests.set({ id: 'g', kind: 'open_game', title: 'Open a game on Local?', sentence: 'A link asks.' });
    it.handlers['desktop.answer'] = async ({ request_id: id }) => {
      it.requests.remove(id);
      return id === 'g' ? { outcome: 'opened', instance_id: 'local', game_id: 'abc' } : { outcome: 'dismissed' };
    };
  });
  await expect.element(page.getByText('It cannot be read.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Close' }).last());
  await userEvent.click(page.getByRole('button', { name: 'Open game' }));
  await expect.poll(() => location.hash).toBe('#/games/local/abc');
});
