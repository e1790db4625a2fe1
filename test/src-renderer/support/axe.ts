// Asks axe about a part of the page in both themes, once nothing moves any more.
import axe from 'axe-core';
import { expect } from 'vitest';

/** The rules that look at colours. All others see the same in both themes, so they are asked in one. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Fails with what axe found, each with the elements it is about. */
export async function expectAccessible(selector: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    const part = document.querySelector(selector);
    if (part === null) throw new Error(`There is no ${selector} on the page`);
    // A colour on its way to another is neither. What waits for nothing never ends.
    const moving = part
      .getAnimations({ subtree: true })
      .filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const { violations } = await axe.run(part, theme === 'light' ? {} : { runOnly: colorRules });
    const messages = violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]);
    expect(messages, theme).toEqual([]);
  }
}

/** Fails where something on the page lies in no landmark, such as a menu that is open. */
export async function expectInLandmarks(): Promise<void> {
  const { violations } = await axe.run(document, { runOnly: ['region'] });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
}
