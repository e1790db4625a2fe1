// The palette, by keyboard alone.
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openWindow } from '../../support/open-window.tsx';
import { board, boardHash, laneId, setBoard, versionId } from '../../support/some-board.ts';
import { lost, stagingEu } from '../../support/some-instances.ts';

type HistoryRequest = { namespace_id: string };

const search = () => page.getByRole('combobox', { name: 'Search games and commands' });

test('opens by Ctrl+K and runs a command by Enter', async () => {
  const core = openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('dark{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => core.settings.snapshot().theme).toBe('dark');
});

test('has what is typed at once, before the window draws again', async () => {
  const core = openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const waiting: FrameRequestCallback[] = [];
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => waiting.push(draw));
  onTestFinished(() => {
    frames.mockRestore();
    for (const draw of waiting) requestAnimationFrame(draw);
  });
  await userEvent.keyboard('{Control>}k{/Control}dark{Enter}');
  await expect.poll(() => core.settings.snapshot().theme).toBe('dark');
});

test('goes to a game that is chosen with the arrows', async () => {
  openWindow((core) => {
    core.games.set({ id: 'a', name_id: 'tidebreak', display_name: 'Tidebreak', total_player_count: 0 });
    core.games.set({ id: 'b', name_id: 'tidepool', display_name: 'Tidepool', total_player_count: 0 });
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('tide');
  await expect.element(page.getByRole('option', { name: /Tidebreak/ })).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: /Tidepool/ })).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tidepool' })).toBeVisible();
});

test('names its groups to screen readers, also by more than one word', async () => {
  openWindow();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('group', { name: 'Go to', exact: true })).toBeVisible();
});

test('says so when nothing has the typed words, and gives focus back on Escape', async () => {
  openWindow();
  const opener = page.getByRole('button', { name: /Go to a game, server or command/ });
  await userEvent.click(opener);
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('zzz');
  await expect.element(page.getByText(/No results/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('hands over to the dialog that a command opens', async () => {
  openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('create{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('leads to all shortcuts by "?" while nothing is typed, and by a press at any time', async () => {
  openWindow();
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard('why?');
  await expect.element(search()).toHaveValue('why?');
  await userEvent.click(page.getByRole('button', { name: 'all shortcuts' }));
  await expect.element(shortcuts).toBeVisible();
});

test('shows all shortcuts by "?", but not while somebody types one', async () => {
  openWindow();
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Shortcuts' })).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('n?');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('n?');
});

test('runs a command on another instance by Ctrl+Enter, on the same namespace there', async () => {
  await page.viewport(1280, 800);
  const there = { ...board, game_id: '7b2d91c0-0c4f-4d7e-8f60-a1b2c3d4e5f6' };
  openWindow((core) => {
    setBoard(core);
    core.instances.set(stagingEu);
    core.games.set({ id: there.game_id, name_id: 'tidebreak-k3x', display_name: 'Tidebreak', total_player_count: 0 });
    core.game(there.game_id).set({ game: there });
    core.handlers['namespaces.history'] = async () => ({
      rows: [],
      has_more: false,
      previous: { version_id: versionId('v0.4.1'), display_name: 'v0.4.1' },
    });
  }, boardHash);
  await expect.element(page.getByRole('article', { name: 'Namespace dev' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.fill(search(), 'roll back prod');
  await expect
    .element(page.getByRole('option', { name: 'Roll back prod to v0.4.1' }))
    .toHaveAttribute('data-highlighted');
  await expect.element(page.getByText(/run on another instance/)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(search()).toHaveValue('');
  const line = page.getByRole('option', { name: /Staging EU/ });
  await expect.element(line).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Enter}');
  const sheet = page.getByRole('dialog', { name: /prod/ });
  await expect.element(sheet).toBeVisible();
  await expect.element(sheet.getByText('eu.example').first()).toBeVisible();
  expect(location.hash).toBe(`#/games/eu/${there.game_id}`);
});

test('runs a line that Enter was pressed on while it was still being checked', async () => {
  const there = { ...board, game_id: '7b2d91c0-0c4f-4d7e-8f60-a1b2c3d4e5f6' };
  const core = openWindow((fake) => {
    setBoard(fake);
    fake.instances.set(stagingEu);
    fake.games.set({ id: there.game_id, name_id: 'tidebreak-k3x', display_name: 'Tidebreak', total_player_count: 0 });
  }, boardHash);
  await expect.element(page.getByRole('article', { name: 'Namespace dev' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.fill(search(), 'create a namespace');
  await expect.element(page.getByRole('option', { name: /Create a namespace/ })).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const line = page.getByRole('option', { name: /Staging EU/ });
  await expect.element(line.getByText('Checking what it has')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(line).toBeVisible();
  core.game(there.game_id).set({ game: there });
  await expect.element(page.getByRole('dialog', { name: 'Create a namespace of Tidebreak' })).toBeVisible();
  expect(location.hash).toBe(`#/games/eu/${there.game_id}`);
});

test('says nothing of other instances where none answers', async () => {
  openWindow((core) => {
    setBoard(core);
    core.instances.set({ ...stagingEu, ...lost('Staging EU', Date.now() + 9_000) });
  }, boardHash);
  await expect.element(page.getByRole('article', { name: 'Namespace dev' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await expect.element(page.getByText(/run on another instance/)).not.toBeInTheDocument();
  await userEvent.keyboard('roll back prod{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('No other instance answers now.')).toBeVisible();
});

test('starts from scratch when it is opened again at once after it asked where, and leaves a line that does not run alone', async () => {
  openWindow((core) => {
    setBoard(core);
    core.instances.set({ ...stagingEu, is_read_only: true });
  }, boardHash);
  await expect.element(page.getByRole('article', { name: 'Namespace dev' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.fill(search(), 'create a game');
  await expect.element(page.getByRole('option', { name: /^Create a game/ })).toHaveAttribute('data-highlighted');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const line = page.getByRole('option', { name: /Staging EU is marked read-only here/ });
  await expect.element(line).toHaveAttribute('data-highlighted');
  await expect.element(line).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(line).toBeVisible();
  await userEvent.keyboard('{Escape}{Control>}k{/Control}');
  await userEvent.fill(search(), 'roll back prod');
  await expect.element(page.getByRole('option', { name: /Roll back prod/ })).toBeVisible();
});

test('says to which version a namespace goes back as its timeline on the page tells, and asks only for those that no timeline tells of', async () => {
  await page.viewport(1280, 800);
  const core = openWindow((fake) => {
    setBoard(fake);
    const timeline = fake.timelines.of(laneId('prod'));
    timeline.set({ ...timeline.snapshot(), roll_back: { version_id: versionId('v0.4.0'), display_name: 'v0.4.0' } });
    fake.timelines.of(laneId('dev')).set({ ...fake.timelines.of(laneId('dev')).snapshot(), deployments: null });
    fake.handlers['namespaces.history'] = async () => ({
      rows: [],
      has_more: false,
      previous: { version_id: versionId('v0.3.9'), display_name: 'v0.3.9' },
    });
  }, boardHash);
  const asked = () =>
    core.called
      .filter(({ name }) => name === 'namespaces.history')
      .map(({ input }) => (input as HistoryRequest).namespace_id);
  await expect.element(page.getByRole('article', { name: 'Namespace dev' })).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Versions of prod' }).getByRole('button').first()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.fill(search(), 'roll back');
  await expect.element(page.getByRole('option', { name: 'Roll back prod to v0.4.0' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Roll back dev to v0.3.9' })).toBeVisible();
  expect(asked()).toContain(laneId('dev'));
  expect(asked()).not.toContain(laneId('prod'));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  location.hash = `${boardHash}/builds`; // no timeline is followed there
  await expect.element(page.getByRole('article', { name: 'Namespace dev' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search()).toHaveFocus();
  await expect.poll(asked).toContain(laneId('prod'));
});
