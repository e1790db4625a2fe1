// What the window's page may not do, in every shell, seen by trying.
import { expect, test } from './support/app-test.ts';

test('has nothing of Node and no ipcRenderer in the page', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter((name) => name in window),
  );
  expect(found).toEqual([]);
});

test('gives the page one port with two functions at most', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const port = await page.evaluate(() => Object.keys(Reflect.get(window, 'slipwayPort') ?? { send: 0, onFrame: 0 }));
  expect(port).toEqual(['send', 'onFrame']);
});

test('runs no inline script and no eval', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.head.append(script);
    const evaluated = await new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', () => resolve('refused'), { once: true });
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.head.append(style);
      setTimeout(() => resolve('allowed'), 1_000);
    });
    return { inline: 'inlineRan' in window, evaluated };
  });
  expect(ran).toEqual({ inline: false, evaluated: 'refused' });
});

test('says in its content security policy what may be loaded, without unsafe words', async ({ launch, shell }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const inPage = await page.evaluate(
    () => document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '',
  );
  const policies = [inPage];
  // Playwright sees no headers of a scheme that Chromium does not know.
  if (shell !== 'electron') policies.push((await page.reload())?.headers()['content-security-policy'] ?? '');
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  }
});
