// Making a game, from the button to its page.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { openWindow } from '../../support/open-window.tsx';

const openDialog = () =>
  userEvent.click(page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: 'Create a game' }));
const name = () => page.getByRole('textbox', { name: 'Name' });
const submit = () => userEvent.click(page.getByRole('button', { name: 'Create game' }));

test('says under the field what is wrong with a name, then makes the game and opens it', async () => {
  const core = openWindow();
  await openDialog();
  await expect.element(name()).toHaveFocus();

  await submit();
  await expect.element(name()).toHaveAccessibleDescription(/Type a name\./);
  await expect.element(name()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name()).toHaveFocus();

  await userEvent.fill(name(), 'x'.repeat(129));
  await expect.element(page.getByText('Type a name.')).not.toBeInTheDocument();
  await submit();
  await expect.element(page.getByText(/This name is too long/)).toBeVisible();

  await userEvent.fill(name(), 'Tidebreak');
  await submit();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /Tidebreak/ })).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('article', { name: 'Namespace production' })).toBeVisible();
  expect(location.hash).toMatch(/^#\/games\/local\/[0-9a-f-]{36}$/);
  expect(core.called.filter((call) => call.name === 'games.create')).toHaveLength(1);
});

test('says in the dialog what failed when it was not the name', async () => {
  openWindow((core) => {
    core.handlers['games.create'] = async () => {
      throw new AppError('STORAGE_FULL');
    };
  });
  await openDialog();
  await userEvent.fill(name(), 'Tidebreak');
  await submit();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The disk of this service is full/);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No game was created/);
});

test('gives focus back to the button that opened the dialog', async () => {
  openWindow();
  await openDialog();
  await expect.element(name()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: 'Create a game' }))
    .toHaveFocus();
});
