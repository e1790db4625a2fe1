// Fields that act while something is typed: those that look for something take everything, or say why they cannot, and those that
// ask for a name stay shut until it is typed exactly. Nothing typed is changed by the window.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { openLayer } from '../../../src-renderer/app/layers-store.ts';
import { setBuildDialog } from '../../../src-renderer/features/builds/builds-actions.ts';
import { openNamespaceSettings, openSwitch } from '../../../src-renderer/features/namespaces/namespaces-actions.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { openProduction } from '../support/open-production.ts';
import { buildId, someBuild } from '../support/some-builds.ts';
import { runningLocal } from '../support/some-instances.ts';
import { namespace_id, serversHash, someServer, tidebreak } from '../support/some-servers.ts';
import { newVersion, prod } from '../support/some-switch.ts';
import { textKinds } from '../support/typed-places/kinds.ts';
import { openGame } from '../support/typed-places/place.ts';
import { typeInto } from '../support/typed-places/type-into.ts';

beforeEach(() => page.viewport(1280, 800));

const gameHash = `#/games/local/${tidebreak.game_id}`;
const tooLong = /This is too long: 1,024 bytes at most, which is as many plain letters\. Make it shorter\./;

/** A field to look for something; `refusal` is where it says that a text is too long for its service. */
type Search = { name: string; open: () => unknown; field: () => Locator; refusal?: () => Locator };

const box = (name: string) => page.getByRole('textbox', { name });
const searches: readonly Search[] = [
  {
    name: 'the palette',
    open: () => {
      openGame(gameHash);
      openLayer('palette');
    },
    field: () => page.getByRole('combobox', { name: 'Search games and commands' }),
  },
  {
    name: 'the log of a server',
    open: () =>
      openGame(`${serversHash}/${someServer().id}`, ({ servers }) =>
        servers.log.set({ extent: { first: 1, last: 1, count: 1, dropped: 0 }, lines: [] }),
      ),
    field: () => box('Search the log'),
    refusal: () => page.getByRole('status').filter({ hasText: tooLong }),
  },
  {
    name: 'the servers',
    open: () => openGame(serversHash, ({ servers }) => servers.list.set(...manyServers())),
    field: () => box('Find a server'),
  },
  { name: 'the builds', open: () => openGame(`${gameHash}/builds`), field: () => box('Find a build') },
  {
    name: 'the files of a build',
    open: async () => {
      openGame(`${gameHash}/builds/${buildId(3)}`, (core) => {
        core.handlers['builds.files'] = async () => ({ files: [], found: 0, total: 3, total_bytes: 1 });
      });
      await userEvent.click(page.getByRole('radio', { name: 'Files' }));
    },
    field: () => box('Find a file'),
    refusal: () => page.getByText(tooLong),
  },
  {
    name: 'the calls',
    open: () =>
      openGame(`${gameHash}/activity/calls`, (core) => {
        core.handlers['activity.page'] = async () => ({ rows: [], has_more: false });
      }),
    field: () => box('Find a call'),
    refusal: () => page.getByText(tooLong),
  },
  {
    name: 'the versions',
    open: async () => {
      openGame(gameHash);
      await userEvent.click(page.getByRole('button', { name: 'Find a version' }));
    },
    field: () => box('Find a version'),
  },
];

function manyServers() {
  return Array.from({ length: 20 }, (_, n) =>
    someServer({ id: `${String(n).padStart(8, '0')}-0000-4000-8000-000000000001` }),
  );
}

describe.each(searches)('$name', ({ open, field, refusal }) => {
  test('can be searched for anything', async () => {
    await open();
    for (const [kind, text] of Object.entries({ ...textKinds, 'a broken pattern': '(' })) {
      const shown = await typeInto(field(), text);
      expect(shown.length, kind).toBe(text.length);
      await expect.element(field(), { message: kind }).toHaveValue(shown);
      await expect.element(page.getByText(/could not be displayed/)).not.toBeInTheDocument();
      if (kind === 'far too much' && refusal !== undefined) await expect.element(refusal().first()).toBeVisible();
    }
  });
});

/** Each is no pattern, in another way. */
const badPatterns = {
  'a group that stays open': '(reef',
  'a group that was never opened': 'reef)',
  'an open class': '[reef',
  'a range the wrong way round': '[z-a]',
  'nothing to repeat': '*',
  'a count the wrong way round': 'a{2,1}',
  'a group without a name': '(?<',
  'a sign at the end that means the next one': 'reef\\',
};

test('the log of a server says why a pattern is none, keeps it, and looks for it as text once asked to', async () => {
  const none = page.getByText('Nothing found');
  openGame(`${serversHash}/${someServer().id}`, ({ servers, handlers }) => {
    servers.log.set({ extent: { first: 1, last: 1, count: 1, dropped: 0 }, lines: [] });
    handlers['servers.searchLog'] = async ({ search: { regex = '' } }) => {
      if (Object.values<string>(badPatterns).includes(regex))
        throw new AppError('API_BAD_QUERY_PARAMETER', { text: `This is not a valid regular expression: ${regex}.` });
      return { hits: [], looked: 1 };
    };
  });
  const field = box('Search the log');
  const asPattern = page.getByRole('button', { name: 'Regular expression' });
  for (const [kind, pattern] of Object.entries(badPatterns)) {
    await expect.element(asPattern).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(asPattern);
    await typeInto(field, pattern);
    await expect
      .element(field, { message: kind })
      .toHaveAccessibleDescription(`This is not a valid regular expression: ${pattern}.`);
    await expect.element(field, { message: kind }).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field, { message: kind }).toHaveValue(pattern);
    await expect.element(none, { message: kind }).not.toBeInTheDocument();
    await userEvent.click(asPattern);
    await expect.element(none, { message: kind }).toBeVisible();
    await expect.element(field, { message: kind }).toHaveValue(pattern);
    await expect.element(field, { message: kind }).toHaveAttribute('aria-invalid', 'false');
  }
});

/** A field that asks for `name`, and the button that it opens. */
type Confirm = { name: string; wanted: string; open: () => unknown; field: () => Locator; button: () => Locator };

const confirms: readonly Confirm[] = [
  {
    name: 'a switch of a protected namespace',
    wanted: 'prod',
    open: async () => {
      await openProduction();
      openSwitch(prod, newVersion);
    },
    field: () => box('Type prod to confirm'),
    button: () => page.getByRole('button', { name: 'Switch prod to v0.5.0-rc1' }),
  },
  {
    name: 'the settings of a protected namespace',
    wanted: 'prod',
    open: async () => {
      await openProduction();
      openNamespaceSettings(prod);
      await userEvent.fill(box('Players per lobby'), '20');
    },
    field: () => box('Type prod to confirm'),
    button: () => page.getByRole('button', { name: 'Save settings' }),
  },
  ...(['Stop', 'Kill', 'Restart'] as const).map((ending): Confirm => {
    return {
      name: `${ending} of a server on a protected namespace`,
      wanted: 'production',
      open: async () => {
        openGame(`${serversHash}/${someServer().id}`, (core) => {
          const mark = { game_id: tidebreak.game_id, namespace_id };
          core.instances.set({ ...runningLocal, protected_namespaces: [mark] });
        });
        await userEvent.click(page.getByRole('button', { name: ending, exact: true }));
      },
      field: () => box('Type production to confirm'),
      button: () => page.getByRole('dialog').getByRole('button', { name: `${ending} 7c1e04b2` }),
    };
  }),
  {
    name: 'the deletion of a build that servers run',
    wanted: 'v0.3.0',
    open: async () => {
      openGame(`${gameHash}/builds/${buildId(3)}`, (core) => {
        const runs = [{ server_id: someServer().id, namespace_id, state: 'running' }] as never;
        core.builds.of(namespace_id).set({ builds: [someBuild(3)], fresh_at: 1 });
        core.handlers['builds.uses'] = async () => ({ versions: [], namespaces: [], servers: runs });
      });
      await expect.element(page.getByRole('heading', { name: 'v0.3.0' })).toBeVisible();
      setBuildDialog('delete');
    },
    field: () => box('Type v0.3.0 to confirm'),
    button: () => page.getByRole('dialog').getByRole('button', { name: 'Delete v0.3.0' }),
  },
];

describe.each(confirms)('$name', ({ wanted, open, field, button }) => {
  test('stays shut until the name is typed exactly', async () => {
    await open();
    const near = {
      'another case': wanted.toUpperCase(),
      'a space behind it': `${wanted} `,
      'a joined one': `${wanted}\u200b`,
    };
    for (const [kind, text] of Object.entries({ ...textKinds, ...near })) {
      const shown = await typeInto(field(), text);
      await expect.element(button(), { message: kind }).toHaveAttribute('aria-disabled', 'true');
      await expect
        .element(button(), { message: kind })
        .toHaveAccessibleDescription(new RegExp(`Type ${wanted} (first|to confirm)`));
      await expect.element(field(), { message: kind }).toHaveValue(shown);
    }
    await typeInto(field(), wanted);
    await expect.element(button()).not.toHaveAttribute('aria-disabled');
  });
});
