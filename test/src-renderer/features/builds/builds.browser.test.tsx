// The builds of a game in the window: the table, one of them from close by, its files, what differs, and how it is deleted.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import styles from '../../../../src-renderer/features/builds/builds.module.css';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Build, BuildFile } from '../../../../src-shared/service/builds.ts';
import { type createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { buildId, someBuild, someDifference, someReport } from '../../support/some-builds.ts';
import { runningLocal } from '../../support/some-instances.ts';
import { namespace_id, someServer, tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;
const hash = `#/games/local/${tidebreak.game_id}/builds`;
const version_id = tidebreak.versions[0]?.version_id ?? '';
const uses = { versions: [], namespaces: [], servers: [] };
function open(builds: Build[], prepare: (core: Core) => void = () => undefined, at = hash): Core {
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.builds.of(namespace_id).set({ builds, fresh_at: 1 });
    core.handlers['builds.uses'] = async () => uses;
    core.handlers['builds.examine'] = async () => ({ report: someReport });
    prepare(core);
  }, at);
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const names = () =>
  [...document.querySelectorAll(`[data-index] .${styles['name']} > span`)].map((each) => each.textContent);

test.each([1280, 960])('has room for sizes with what they are of, in a window of %i', async (width) => {
  await page.viewport(width, 800);
  open([{ ...someBuild(1), content_length: 888_000_000 }]);
  const size = page.getByRole('gridcell', { name: '888 MB packed' });
  await expect.element(size).toBeVisible();
  const { scrollWidth, clientWidth, clientHeight, parentElement } = size.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(clientHeight, 'on one line').toBeLessThan(parentElement?.clientHeight ?? 0);
});

test('shows each build with its size, its hash and what runs it, newest first, and sorts and filters', async () => {
  const { builds } = open([
    someBuild(1, { version_id, state: 'complete' }),
    someBuild(2, { state: 'uploading', sha256: undefined, name: 'v0.2.0' }),
    someBuild(3),
  ]);
  builds.progress.set([{ build_id: buildId(2), received_bytes: 1, parts: 80, received_parts: 50 }]);
  await expect.element(row(/v0\.3\.0 Archive 300 MB packed aaaaaa…aaa3 –/)).toBeVisible();
  await expect.element(row(/v0\.2\.0 Incomplete, 50 of 80 parts stored/)).toBeVisible();
  await expect.element(row(/v0\.1\.0 .*production/)).toBeVisible();
  expect(names().filter((name) => name?.startsWith('v'))).toEqual(['v0.3.0', 'v0.2.0', 'v0.1.0']);
  await userEvent.click(page.getByRole('button', { name: 'Size' }));
  await userEvent.click(page.getByRole('button', { name: /^Size/ }));
  await expect.element(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(page.getByRole('radio', { name: 'Not in use 1' }));
  await expect.element(row(/v0\.1\.0/)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('radio', { name: 'All' }));
  await userEvent.keyboard('/');
  await userEvent.keyboard('tidebreak:1');
  await expect.element(row(/v0\.3\.0/)).not.toBeInTheDocument();
  await expect.element(row(/v0\.1\.0/)).toBeVisible();
});

test('says of a build whose last servers end where they do, and counts it as in use', async () => {
  const [present, old] = [version_id, buildId(77)];
  const { servers } = open([someBuild(1, { version_id: old }), someBuild(2, { version_id: present }), someBuild(3)]);
  servers.list.set(someServer({ version: old, kept: true, state: 'draining' }));
  await expect.element(row(/v0\.1\.0 .*ending on production/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'In use 2' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Not in use 1' })).toBeVisible();
  servers.list.set(someServer({ version: old, kept: true, state: 'stopped', destroyed_at: Date.now() }));
  await expect.element(row(/v0\.1\.0 .* –/)).toBeVisible();
});

test('draws only the rows in sight of two thousand builds, moves by J and End, and opens by Enter', async () => {
  open(Array.from({ length: 2_000 }, (_, n) => someBuild(n)));
  await expect.element(row(/v0\.1999\.0/)).toBeVisible();
  expect(document.querySelectorAll('[role="row"][data-index]').length).toBeLessThan(60);
  focusOn(row(/v0\.1999\.0/).element());
  await userEvent.keyboard('j');
  await expect.element(row(/v0\.1998\.0/)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(row(/v0\.0\.0/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Build v0.0.0' })).toBeVisible();
});

test('is opened by G and B', async () => {
  open([someBuild(1)], undefined, `#/games/local/${tidebreak.game_id}`);
  await expect.element(page.getByRole('heading', { name: 'Tidebreak' })).toBeVisible();
  await userEvent.keyboard('gb');
  await expect.element(row(/v0\.1\.0/)).toBeVisible();
});

test('says what a build is, what uses it and what the doctor found', async () => {
  open(
    [someBuild(1, { version_id })],
    (core) => {
      core.handlers['builds.uses'] = async () => ({
        versions: [{ version_id, display_name: '0.0.1' }],
        namespaces: tidebreak.namespaces.map((one) => ({ namespace_id: one.namespace_id, name_id: one.name_id })),
        servers: [{ server_id: 's', namespace_id }],
      });
    },
    `${hash}/${buildId(1)}`,
  );
  const seen = page.getByRole('region', { name: 'Build v0.1.0' });
  await expect.element(seen.getByText('1 server runs it now.')).toBeVisible();
  await expect.element(seen.getByText('0.0.1', { exact: true })).toBeVisible();
  await expect.element(seen.getByText(/^Godot/)).toBeVisible();
  await expect.element(seen.getByText('tidebreak.x86_64 --headless')).toBeVisible();
  await expect.element(seen.getByText(/run.sh has Windows line ends./).first()).toBeVisible();
  const button = seen.getByRole('button', { name: 'Delete' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(button)
    .toHaveAccessibleDescription(/production, staging run it\. Switch to another version first/);
});

test('lists the files of a build as they come into sight, and finds one by its path', async () => {
  const files: BuildFile[] = Array.from({ length: 30_000 }, (_, n) => {
    return {
      path: `maps/${String(n).padStart(5, '0')}.map`,
      type: 'file',
      bytes: n,
      mode: 0o644,
      sha256: 'f'.repeat(64),
    };
  });
  const core = open(
    [someBuild(1)],
    (fake) => {
      fake.handlers['builds.files'] = async ({ text, from, limit }) => {
        const found = files.filter(({ path }) => path.includes(text));
        return { files: found.slice(from, from + limit), found: found.length, total: files.length, total_bytes: 4.5e8 };
      };
    },
    `${hash}/${buildId(1)}`,
  );
  await userEvent.click(page.getByRole('radio', { name: 'Files' }));
  await expect.element(page.getByText('30,000 files, 450 MB')).toBeVisible();
  await expect.element(page.getByTitle('maps/00000.map')).toBeVisible();
  expect(document.querySelectorAll('[role="group"] li[aria-posinset]').length).toBeLessThan(100);
  const list = page.getByRole('group', { name: 'Files of the build' }).element();
  list.scrollTop = list.scrollHeight;
  await expect.element(page.getByTitle('maps/29999.map')).toBeVisible();
  expect(core.called.filter(({ name }) => name === 'builds.files').length).toBeLessThan(6);
  await userEvent.fill(page.getByRole('textbox', { name: 'Find a file' }), '01234');
  await expect.element(page.getByText('1 of 30,000 files')).toBeVisible();
  await expect.element(page.getByText('rw-r--r--')).toBeVisible();
});

test('compares a build with the one before it, and with another that is chosen', async () => {
  const core = open(
    [someBuild(1), someBuild(2), someBuild(3)],
    (fake) => {
      fake.handlers['builds.compare'] = async () => someDifference;
    },
    `${hash}/${buildId(3)}`,
  );
  await userEvent.click(page.getByRole('radio', { name: 'Compare' }));
  await expect.element(page.getByText(/1 added, 1 changed, 1 removed, 211 the same\. 2 MB are new\./)).toBeVisible();
  await expect.element(page.getByText('4 B to 2 MB')).toBeVisible();
  const comparisons = () => core.called.flatMap(({ name, input }) => (name === 'builds.compare' ? [input] : []));
  expect(comparisons().at(-1)).toMatchObject({ target: { build_id: buildId(3) }, before: { build_id: buildId(2) } });
  await userEvent.click(page.getByRole('combobox', { name: 'Build to compare with' }));
  await userEvent.click(page.getByRole('option', { name: 'v0.1.0, production' }));
  await expect.poll(() => comparisons().at(-1)).toMatchObject({ before: { build_id: buildId(1) } });
});

test('says why a build could not be looked into, and looks again when asked', async () => {
  let problem: AppError | undefined;
  const orRefused = <T,>(answer: T) => {
    if (problem !== undefined) throw problem;
    return answer;
  };
  open(
    [someBuild(1), someBuild(2)],
    (fake) => {
      fake.handlers['builds.examine'] = async () => orRefused({ report: someReport });
      fake.handlers['builds.files'] = async () => orRefused({ files: [], found: 0, total: 0, total_bytes: 0 });
      fake.handlers['builds.compare'] = async () => orRefused(someDifference);
    },
    `${hash}/${buildId(2)}`,
  );
  for (const [pane, title, answer] of [
    ['Compare', 'The builds could not be compared', /1 added, 1 changed/],
    ['Files', 'The files could not be read', 'No matching files.'],
    ['Report', 'The build could not be scanned', /Godot/],
  ] as const) {
    problem = new AppError('ERROR', { text: 'The doctor thread was lost in the middle of this.' });
    await userEvent.click(page.getByRole('radio', { name: pane }));
    const alert = page.getByRole('alert').filter({ hasText: title });
    await expect.element(alert.getByText(problem.message)).toBeVisible();
    problem = undefined;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText(answer).first()).toBeVisible();
    await expect.element(page.getByText(title)).not.toBeInTheDocument();
  }
});

test.each([
  [1280, 800],
  [960, 600],
  [1920, 1200],
])('has its whole name and all that can be done with it in sight at %i x %i', async (width, height) => {
  await page.viewport(width, height);
  open([someBuild(1), someBuild(2, { version_id: tidebreak.game_id })], undefined, `${hash}/${buildId(2)}`);
  const pane = page.getByRole('region', { name: 'Build v0.2.0' });
  await expect.element(pane.getByRole('button', { name: 'Promote' })).toBeVisible();
  for (const each of pane.getByRole('button').elements()) {
    const { left, right } = each.getBoundingClientRect();
    expect([left >= 0, right <= width - 8], each.outerHTML).toEqual([true, true]);
  }
  const name = pane.getByRole('heading', { name: 'v0.2.0' }).element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

test.each([0, 1])('keeps its panes where they are when it is known that %i versions use it', async (count) => {
  const known = Promise.withResolvers<void>();
  const versions = [{ version_id, display_name: '0.0.1' }].slice(0, count);
  const late = (core: Core) => {
    core.handlers['builds.uses'] = () => known.promise.then(() => ({ ...uses, versions }));
  };
  open([someBuild(1)], late, `${hash}/${buildId(1)}`);
  await expect.element(page.getByText('Checking what uses it')).toBeVisible();
  const top = () => page.getByRole('radio', { name: 'Files' }).element().getBoundingClientRect().top;
  const before = top();
  known.resolve();
  await expect.element(page.getByText(count === 0 ? 'No version uses it.' : '0.0.1')).toBeVisible();
  expect(top()).toBe(before);
});

test('asks before a build is deleted, by its name while servers run it, and says why it was not', async () => {
  let refusal: AppError | undefined = new AppError('INSTANCE_UNREACHABLE', { text: 'Local does not answer.' });
  const core = open(
    [someBuild(1)],
    (fake) => {
      fake.handlers['builds.uses'] = async () => ({
        ...uses,
        servers: [{ server_id: 's', namespace_id }],
      });
      fake.handlers['builds.remove'] = async () => {
        if (refusal !== undefined) throw refusal;
      };
    },
    `${hash}/${buildId(1)}`,
  );
  await expect.element(page.getByText('1 server runs it now.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Delete', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Delete v0.1.0' });
  await expect.element(dialog.getByText(/1 server runs it\. They keep running/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Delete v0.1.0' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Type v0.1.0 to confirm' }), 'v0.1.0');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete v0.1.0' }));
  await expect.element(dialog.getByText('Local does not answer.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('v0.1.0');
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Delete v0.1.0' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(core.called.findLast(({ name }) => name === 'builds.remove')?.input).toMatchObject({ confirm: 'v0.1.0' });
});

test('makes another version of a build, and says at the field what is wrong with its name', async () => {
  const core = open(
    [someBuild(1)],
    (fake) => {
      fake.handlers['builds.createVersion'] = async ({ display_name: name }) => {
        if (name !== '') return { version_id };
        throw new AppError(
          'VALIDATION_ERROR',
          { text: 'No.' },
          {
            metadata: { errors: [{ path: ['display-name', 'too-short'] }] },
          },
        );
      };
    },
    `${hash}/${buildId(1)}`,
  );
  await userEvent.click(page.getByRole('button', { name: 'New version' }));
  await userEvent.click(page.getByRole('button', { name: 'Create version' }));
  await expect.element(page.getByText('Type a name.')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'v0.1.1');
  await userEvent.click(page.getByRole('button', { name: 'Create version' }));
  await expect.element(page.getByText('v0.1.1 was created')).toBeVisible();
  expect(core.called.findLast(({ name }) => name === 'builds.createVersion')?.input).toMatchObject({
    build_id: buildId(1),
    display_name: 'v0.1.1',
  });
});

test('shows the versions in place of builds where an instance does not list those', async () => {
  open([], (core) => {
    const why = 'This instance does not list its builds. Its versions show what was pushed.';
    core.instances.set({ ...runningLocal, why_not: { list_builds: why } });
    const pushed = { version_id: buildId(1), display_name: '0.0.2', create_ts: '2026-11-17T09:12:00.000Z' };
    core.game(tidebreak.game_id).set({ game: { ...tidebreak, versions: [...tidebreak.versions, pushed] } });
  });
  await expect
    .element(page.getByText(/This instance does not list its builds\..*cannot be deleted from here/))
    .toBeVisible();
  const listed = page.getByRole('list', { name: 'Versions, newest first' });
  await expect.element(listed.getByText('0.0.2')).toBeVisible();
  // Nobody pushed the one that came with the game.
  await expect.element(listed.getByText('0.0.1')).not.toBeInTheDocument();
});

test('says what to do where nothing was pushed', async () => {
  open([]);
  await expect.element(page.getByRole('heading', { name: 'No builds yet' })).toBeVisible();
});
