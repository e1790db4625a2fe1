// Home: all games of all instances, what needs somebody, and the keys that lead through it.
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useCard } from '../../../../src-renderer/features/builds/choose/card-store.ts';
import { useHome } from '../../../../src-renderer/features/home/home-store.ts';
import { openWindow } from '../../support/open-window.tsx';
import { idOf, setHome } from '../../support/some-home.ts';
import { lost, stagingEu } from '../../support/some-instances.ts';

const cell = (name: string) => page.getByRole('grid', { name: 'What runs where' }).getByRole('link', { name });

beforeEach(() => page.viewport(1280, 800));

const wentWrong = { is_running: true, rolled_back: false, crash_loop: true };

describe('home', () => {
  test('is what `#/` shows with more than one instance, with each game once', async () => {
    openWindow(setHome);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect.element(page.getByText('4 games on 3 instances')).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'Tidebreak 258 players' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^Ninefold/ }).getByText('Not here')).toBeVisible();
    const tidebreak = page.getByRole('row', { name: /^Tidebreak/ });
    await expect.element(tidebreak.getByRole('gridcell').nth(0)).toMatchTextContent(/^prodv0.4.2Running,8staging/);
    await expect.element(tidebreak.getByRole('gridcell').nth(1)).toMatchTextContent(/devdev.40Idle,0$/);
  });

  test('uploads to what takes builds, and says why where nothing does', async () => {
    const why = 'The token of this instance is for one namespace and may not do this. Use one that may.';
    const core = openWindow((fake) => {
      setHome(fake);
      for (const one of fake.instances.snapshot()) fake.instances.set({ ...one, why_not: { upload_build: why } });
    });
    const button = page.getByRole('button', { name: 'Upload build' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(why);
    core.instances.set({ ...stagingEu, why_not: {} });
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    await userEvent.click(button);
    expect(useCard.getState().target).toEqual({ instance_id: 'eu' });
  });

  test('is not shown for one game on one instance: there the game is', async () => {
    openWindow((core) => {
      setHome(core);
      for (const id of ['eu', 'production']) core.instances.remove(id);
      core.gamesOn.clear();
      core.games.replace(core.games.snapshot().slice(0, 1));
    });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Overview' })).not.toBeInTheDocument();
  });

  test('begins on the first cell, goes by arrows and J and K, and opens by Enter', async () => {
    openWindow(setHome);
    await expect.element(cell('Tidebreak on Local')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(cell('Tidebreak on Staging EU')).toHaveFocus();
    await userEvent.keyboard('jjj');
    await expect.element(page.getByRole('gridcell', { name: 'Not here' })).toHaveFocus();
    await userEvent.keyboard('k{ArrowLeft}k');
    await expect.element(cell('Hollow Circuit on Local')).toHaveFocus();
    expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Hollow Circuit' })).toBeVisible();
    await expect.poll(() => document.activeElement?.matches('main [data-lane], main [role="option"]')).toBe(true);
    await userEvent.keyboard('go');
    await expect.element(cell('Tidebreak on Local')).toHaveFocus();
  });

  test('says what is down and offers the way back, which is then what is to be pressed', async () => {
    openWindow(setHome);
    const need = page.getByRole('group', { name: 'Hollow Circuit staging on Staging EU is down' });
    await expect.element(need).toMatchTextContent(/Crashed 4 times in 1 min/);
    await expect.element(page.getByText('namespace down')).toBeVisible();
    await expect
      .element(need.getByRole('button', { name: 'Roll back to v1.11.3' }))
      .toHaveAttribute('data-slot', 'button primary-button');
    await expect.element(page.getByRole('button', { name: 'Upload build' })).toHaveAttribute('data-slot', 'button');
    const log = need.getByRole('link', { name: 'Show log' });
    expect(log.element().getAttribute('href')).toContain(`/servers/${idOf('eu', 'Hollow Circuit', 'staging')}/`);
  });

  test('ends what it says of a server that did not start with one period', async () => {
    const core = openWindow(setHome);
    const { list } = core.servers.of(idOf('local', 'Tidebreak', 'prod'));
    const [server] = list.snapshot();
    if (server === undefined) throw new Error('prod has a server');
    const problem = 'There is no java on this machine. Install it, then start again.';
    list.set({ ...server, state: 'failed', problem, destroyed_at: Date.now() - 1_000 });
    const need = page.getByRole('group', { name: 'Tidebreak prod on Local is down' });
    await expect.element(need).toMatchTextContent(/Install it, then start again\. See its log for more\./);
  });

  test('says of a server that runs without listening that it does', async () => {
    const core = openWindow(setHome);
    const { list } = core.servers.of(idOf('local', 'Tidebreak', 'prod'));
    const [server] = list.snapshot();
    if (server === undefined) throw new Error('prod has a server');
    const players = { now: 0, limit: 16, refused: 0 };
    list.set({ ...server, state: 'silent', problem: 'It runs, but does not listen on UDP 7777 yet.', players });
    const tidebreak = page.getByRole('row', { name: /^Tidebreak/ });
    await expect.element(tidebreak.getByRole('gridcell').nth(0)).toMatchTextContent(/^prodv0.4.2Not listening,silent/);
    const need = page.getByRole('group', { name: 'Tidebreak prod on Local is not listening' });
    await expect.element(need).toMatchTextContent(/It runs, but does not listen on UDP 7777 yet\./);
    await expect.element(need.getByRole('link', { name: 'Show log' })).toBeVisible();
    await expect.element(page.getByText('1 namespace down')).not.toBeInTheDocument();
  });

  test('says of an instance that does not answer that it does not, and leads to it', async () => {
    openWindow((core) => {
      setHome(core);
      core.instances.set({ ...stagingEu, ...lost('Staging EU', Date.now() + 9_000), fresh_at: Date.now() - 90_000 });
    });
    const head = page.getByRole('columnheader', { name: /^Staging EU Unreachable since \d\d:\d\d$/ });
    await expect.element(head).toBeVisible();
    const need = page.getByRole('group', { name: 'Staging EU does not answer yet' });
    await expect.element(page.getByText('namespace down')).not.toBeInTheDocument();
    await need.getByRole('button', { name: 'Open Staging EU' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
    expect(location.hash).toContain('/games/eu/');
  });

  test('keeps what an instance that went away ran when it was seen last, though it is opened again', async () => {
    const core = openWindow(setHome);
    const seen = page
      .getByRole('row', { name: /^Tidebreak/ })
      .getByRole('gridcell')
      .nth(1);
    await expect.element(seen).toMatchTextContent(/^staging/);
    core.instances.set({ ...stagingEu, ...lost('Staging EU', Date.now() + 9_000) });
    await cell('Hollow Circuit on Local').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Hollow Circuit' })).toBeVisible();
    core.game(idOf('eu', 'Tidebreak')).set({ game: null });
    await userEvent.keyboard('go');
    await expect.element(seen).toMatchTextContent(/^staging/);
  });

  test('calls the first deployment of a namespace the first', async () => {
    openWindow((core) => {
      setHome(core);
      const { 'namespaces.history': history } = core.handlers;
      core.handlers['namespaces.history'] = async (input, context) => {
        const { rows } = await history(input, context);
        return { rows: rows.slice(0, 1), has_more: false };
      };
    });
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect
      .element(list.first())
      .toMatchTextContent(/Tidebreak dev on Local switched to dev.41, first deployRuns for .+by you$/);
  });

  test('names nothing before the first deployment, also where a version came with the namespace', async () => {
    openWindow((core) => {
      setHome(core);
      const shown = core.game(idOf('local', 'Tidebreak'));
      const { game } = shown.snapshot();
      if (game === null) throw new Error('expected a game');
      const placeholder = { version_id: idOf('0.0.1'), display_name: '0.0.1' };
      shown.set({ game: { ...game, versions: [...game.versions, { ...placeholder, create_ts: game.create_ts }] } });
      const { 'namespaces.history': history } = core.handlers;
      core.handlers['namespaces.history'] = async (input, context) => {
        const { rows } = await history(input, context);
        const came = rows.slice(0, 1).map((row) => ({ ...row, ...placeholder, is_current: false }));
        return {
          rows: [...rows.slice(0, 1), ...came.map((row) => ({ ...row, deploy_ts: game.create_ts }))],
          has_more: false,
        };
      };
    });
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect.element(list.first()).toMatchTextContent(/Tidebreak dev on Local switched to dev.41, first deploy/);
  });

  test('says that a version runs as soon as it can be joined', async () => {
    let ran_ms = 0;
    const core = openWindow((fake) => {
      setHome(fake);
      const { 'namespaces.history': history } = fake.handlers;
      fake.handlers['namespaces.history'] = async (input, context) => {
        const told = await history(input, context);
        const outcome = { is_running: true, rolled_back: false, ran_ms };
        return { ...told, rows: told.rows.map((row) => ({ ...row, outcome })) };
      };
    });
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect.element(list.first()).toMatchTextContent(/dev\.41Nobody could join yetby you$/);
    ran_ms = 5;
    const { list: servers } = core.servers.of(idOf('local', 'Tidebreak', 'dev'));
    for (const server of servers.snapshot()) servers.set({ ...server, state: 'running' });
    await expect.element(list.first()).toMatchTextContent(/dev\.41Runs for .+by you$/);
  });

  test('tells the latest deployments with who made them, newest first', async () => {
    openWindow(setHome);
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect
      .element(list.first())
      .toMatchTextContent(/Tidebreak dev on Local switched from v0.4.1 to dev.41Runs for .+by you$/);
    expect(list.elements()).toHaveLength(8);
  });

  test('counts the crashes of a deployment as they come, as beside it', async () => {
    let crashes = 7;
    const core = openWindow((fake) => {
      setHome(fake);
      const { 'namespaces.history': history } = fake.handlers;
      fake.handlers['namespaces.history'] = async (input, context) => {
        const told = await history(input, context);
        return { ...told, rows: told.rows.map((row) => ({ ...row, outcome: { ...wentWrong, crashes } })) };
      };
    });
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect.element(list.first()).toMatchTextContent(/dev\.41Crashed 7×by you$/);
    crashes = 8;
    const { game } = core.game(idOf('local', 'Tidebreak')).snapshot();
    if (game === null) throw new Error('expected a game');
    const last_crash_ts = new Date().toISOString();
    const versions = game.versions.map((version) => ({ ...version, crashes: { count: 8, last_ts: last_crash_ts } }));
    core.game(idOf('local', 'Tidebreak')).set({ game: { ...game, versions } });
    await expect.element(list.first()).toMatchTextContent(/dev\.41Crashed 8×by you$/);
  });

  test('counts the servers of a deployment that did not start as they come', async () => {
    let failed_starts = 1;
    const core = openWindow((fake) => {
      setHome(fake);
      const { 'namespaces.history': history } = fake.handlers;
      fake.handlers['namespaces.history'] = async (input, context) => {
        const told = await history(input, context);
        const outcome = { is_running: true, rolled_back: false, crashes: 0, failed_starts };
        return { ...told, rows: told.rows.map((row) => ({ ...row, outcome })) };
      };
    });
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect.element(list.first()).toMatchTextContent(/dev\.41Did not start 1×by you$/);
    failed_starts = 2;
    const { game } = core.game(idOf('local', 'Tidebreak')).snapshot();
    if (game === null) throw new Error('expected a game');
    const versions = game.versions.map((version) => ({ ...version, failed_starts: 2 }));
    core.game(idOf('local', 'Tidebreak')).set({ game: { ...game, versions } });
    await expect.element(list.first()).toMatchTextContent(/dev\.41Did not start 2×by you$/);
  });

  test('reads the deployments again of namespaces that ran the crashed version, and of no other', async () => {
    const core = openWindow(setHome);
    const { game } = core.game(idOf('local', 'Tidebreak')).snapshot();
    if (game === null) throw new Error('expected a game');
    const asked = () =>
      core.called.flatMap(({ name, input }) => (name === 'namespaces.history' ? [JSON.stringify(input)] : []));
    await expect.poll(() => asked().filter((input) => input.includes(game.game_id))).toHaveLength(3);
    const [prod] = game.namespaces;
    await expect.poll(() => Object.keys(useHome.getState().latest).length).toBeGreaterThan(8);
    core.called.length = 0;
    const crashes = { count: 1, last_ts: new Date().toISOString() };
    const versions = game.versions.map((one) => (one.version_id === prod?.version_id ? { ...one, crashes } : one));
    core.game(game.game_id).set({ game: { ...game, versions } });
    await expect.poll(asked).toHaveLength(1);
    expect(asked()[0]).toContain(prod?.namespace_id);
  });

  test('marks a deployment as the history does, and calls the way back of the service a rollback', async () => {
    const outcome = { is_running: false, rolled_back: true, crashes: 4, crash_loop: true, ran_well: false };
    const rows = [
      { deploy_ts: '2026-11-27T09:13:00.000Z', display_name: 'v0.4.1', made_by: { kind: 'slipway' as const } },
      { deploy_ts: '2026-11-27T09:10:00.000Z', display_name: 'v0.5.0-rc1.4721', outcome },
      ...[9, 8, 7, 6, 5, 4].map((hour) => ({ deploy_ts: `2026-11-27T0${hour}:00:00.000Z`, display_name: 'v0.4.1' })),
    ];
    openWindow((fake) => {
      setHome(fake);
      const prod = idOf('local', 'Tidebreak', 'prod');
      fake.handlers['namespaces.history'] = async ({ namespace_id: id, limit }) => ({
        rows:
          id === prod
            ? rows.slice(0, limit).map((row, n) => ({
                version_id: n === 0 ? idOf('v0.4.2') : `v${n}`,
                is_current: n === 0,
                by: 'elsewhere' as const,
                ...row,
              }))
            : [],
        has_more: false,
      });
    });
    const list = page.getByRole('region', { name: 'Latest deployments' }).getByRole('listitem');
    await expect
      .element(list.nth(0))
      .toMatchTextContent(
        /Tidebreak prod on Local rolled back from v0.5.0-rc1.4721 to v0.4.1Runs for .+by Slipway itself$/,
      );
    await expect
      .element(list.nth(1))
      .toMatchTextContent(/switched from v0.4.1 to v0.5.0-rc1.4721Crashed 4×, rolled back after 3 min/);
    expect(list.elements()).toHaveLength(8);
    for (const { scrollWidth, clientWidth, textContent } of document.querySelectorAll('li:has(time) div > span'))
      expect(scrollWidth, textContent).toBeLessThanOrEqual(clientWidth);
  });

  test('shows those of prod alone', async () => {
    openWindow(setHome);
    await page.getByRole('radio', { name: 'Prod only' }).click();
    await expect.element(page.getByText('dev.41')).not.toBeInTheDocument();
    await expect
      .element(
        page
          .getByRole('row', { name: /^Tidebreak/ })
          .getByRole('gridcell')
          .first(),
      )
      .toMatchTextContent(/^prodv0.4.2Running,8$/);
    await expect.element(page.getByText('No prod here').first()).toBeVisible();
  });
});
