// The first page, as a person meets it.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { openWindow } from '../../support/open-window.tsx';
import { runningLocal, stagingEu } from '../../support/some-instances.ts';
import { watchCopies } from '../../support/taken-out.ts';

test('says where Local listens and how fast it was ready', async () => {
  openWindow();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
  await expect.element(page.getByText('127.0.0.1:7420')).toBeVisible();
  await expect.element(page.getByText('Ready in 0.8 s')).toBeVisible();
  await expect.element(page.getByText('212 GB free')).toBeVisible();
});

test('follows the port when Local moves', async () => {
  const core = openWindow();
  await expect.element(page.getByText('127.0.0.1:7420')).toBeVisible();
  core.instances.set({ ...runningLocal, url: 'http://127.0.0.1:7431', port: 7431 });
  await expect.element(page.getByText('127.0.0.1:7431')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Local/ })).toMatchTextContent(/:7431/);
});

test('has its landmarks, and each control has a name', async () => {
  openWindow();
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Instances' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Games' })).toBeVisible();
  for (const button of page.getByRole('button').elements()) {
    expect(button.getAttribute('aria-label') ?? button.textContent, button.outerHTML).not.toBe('');
  }
  expect(document.querySelectorAll('h1')).toHaveLength(1);
});

test('is reached from the help menu when there are games', async () => {
  openWindow((core) => core.games.set({ id: 'a', name_id: 'a', display_name: 'Tidebreak', total_player_count: 0 }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Help' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Open the welcome page' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
});

const cannotOpen = () => new AppError('INSTANCE_UNREACHABLE', { text: 'xdg-open could not open it. Open it by hand.' });

test('says that the sample runs where only its page could not be opened, with its address', async () => {
  const copies = watchCopies();
  openWindow((core) => {
    core.handlers['games.runSample'] = async () => {
      core.games.set({ id: 'a', name_id: 'a', display_name: 'Pocket Regatta', total_player_count: 0 });
      return { game_id: 'a', namespace_id: 'n', server_id: 's', url: 'http://127.0.0.1:26022/' };
    };
    core.handlers['host.openLink'] = async () => {
      throw cannotOpen();
    };
  });
  await userEvent.click(page.getByRole('button', { name: 'Run Pocket Regatta' }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Pocket Regatta' })).toBeVisible();
  await expect.element(page.getByText('The sample runs, its page could not be opened')).toBeVisible();
  await expect.element(page.getByText('http://127.0.0.1:26022/')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Copy the address', exact: true }));
  await expect.poll(() => copies).toEqual(['http://127.0.0.1:26022/']);
  await userEvent.click(page.getByRole('button', { name: 'Help' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Open the welcome page' }));
  await expect.element(page.getByRole('button', { name: 'Run Pocket Regatta' })).toBeVisible();
  await expect.element(page.getByText('The sample did not start')).not.toBeInTheDocument();
});

test('says on Local alone that the sample did not start, and only until the page is left', async () => {
  openWindow((core) => {
    core.instances.set(stagingEu);
    core.handlers['games.runSample'] = async () => {
      throw new AppError('INSTANCE_UNREACHABLE', { text: 'The disk is full.' });
    };
  });
  await userEvent.click(page.getByRole('button', { name: 'Run Pocket Regatta' }));
  await expect.element(page.getByText('The sample did not start')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^Staging EU/ }));
  await expect.element(page.getByRole('heading', { level: 1, name: /Staging EU/ })).toBeVisible();
  await expect.element(page.getByText('The sample did not start')).not.toBeInTheDocument();
});

test('says of a remote with protected namespaces that they ask on this computer alone', async () => {
  openWindow((core) =>
    core.instances.set({ ...stagingEu, protected_namespaces: [{ game_id: 'a', namespace_id: 'n' }] }),
  );
  await userEvent.click(page.getByRole('button', { name: /^Staging EU/ }));
  await expect.element(page.getByText(/^What is sent to eu\.example leaves this machine/)).toBeVisible();
  await expect.element(page.getByText(/^Protected namespaces ask for their name on this computer\./)).toBeVisible();
});
