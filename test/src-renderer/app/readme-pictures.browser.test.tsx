// The pictures of the README: each screen has what its description there says. `npm run pictures` writes them to docs/images.
import { expect, inject, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { screens } from '../support/screens.ts';

/** What their descriptions name. */
const seen = {
  deploy: {
    described: 'a lane for each namespace, with its players, its versions on one time axis, and the list of versions',
    shows: () => [
      page.getByRole('article', { name: 'Namespace prod' }),
      page.getByRole('article', { name: 'Namespace dev' }).getByText('Players'),
      page.getByRole('heading', { name: /^Versions/ }),
    ],
  },
  servers: {
    described: 'the table, and one server with its gauges, ports, network simulation and log',
    shows: () => [
      page.getByRole('table').first(),
      page.getByText('millicores', { exact: true }),
      page.getByText('Public address'),
      page.getByText('Simulate network'),
      page.getByText('match: round 3 started, 12 players'),
    ],
  },
};

const names = ['deploy', 'servers'] as const;
const themes = ['light', 'dark'] as const;
const pictures = names.flatMap((name) => themes.map((theme) => ({ name, theme })));

test.each(pictures)('$name in $theme has what the README says of it', async ({ name, theme }) => {
  await page.viewport(1280, 800);
  const screen = screens.find((each) => each.name === name);
  await screen?.open();
  await expect.element(screen?.shows() ?? page.getByRole('main')).toBeVisible();
  document.documentElement.dataset['theme'] = theme;
  const { described, shows } = seen[name];
  const readme = await commands.readFile('README.md');
  expect(readme).toContain(described);
  expect(readme).toContain(`docs/images/${name}-${theme}.png`);
  for (const part of shows()) await expect.element(part).toBeVisible();
  if (inject('pictures')) await page.screenshot({ path: `../../../docs/images/${name}-${theme}.png` });
});
