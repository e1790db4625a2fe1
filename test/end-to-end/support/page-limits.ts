// What the window's page may not do, seen by trying in the page itself.
import type { Page } from 'playwright';
import { expect, test } from './app-test.ts';
import type { ShellName } from './shell-option.ts';

/** It reloads the page where that says something. */
export async function expectPageLimits(page: Page, shell: ShellName): Promise<void> {
  await test.step('has nothing of Node and no ipcRenderer in the page', async () => {
    const found = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter((name) => name in window),
    );
    expect(found).toEqual([]);
  });
  await test.step('gives the page one port with two functions at most', async () => {
    const port = await page.evaluate(() => Object.keys(Reflect.get(window, 'slipwayPort') ?? { send: 0, onFrame: 0 }));
    expect(port).toEqual(['send', 'onFrame']);
  });
  await test.step('runs no inline script and takes no inline style', async () => {
    const ran = await page.evaluate(async () => {
      const refusals = new Set<string>();
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        refusals.add(effectiveDirective);
      });
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.head.append(script);
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.head.append(style);
      for (let round = 0; round < 50 && refusals.size < 2; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { inline: 'inlineRan' in window, refusals: [...refusals] };
    });
    expect(ran).toEqual({ inline: false, refusals: ['script-src-elem', 'style-src-elem'] });
  });
  await test.step('says in its content security policy what may be loaded, without unsafe words', async () => {
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
}
