// Every screen as people set their system: forced colours, text at 200 %, reduced motion, and by keyboard alone.
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../support/axe.ts';
import { layerScreens } from '../support/layer-screens.ts';
import { screens } from '../support/screens.ts';
import {
  cutAtTheSide,
  cutText,
  hasRing,
  isPassed,
  movesSideways,
  pressable,
  textSizes,
  unnamedDrawings,
} from '../support/seen.ts';

declare module 'vitest' {
  interface ProvidedContext {
    pictures: boolean;
  }
}

// The provider's own session, of which vitest's types know nothing.
type Session = { send(method: string, params: object): Promise<unknown> };
type Feature = 'forced-colors' | 'prefers-reduced-motion' | 'prefers-color-scheme';

async function media(features: Partial<Record<Feature, string>>): Promise<void> {
  const list = Object.entries(features).map(([name, value]) => ({ name, value }));
  await (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', { features: list });
}

beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await media({});
});

describe.each([...screens, ...layerScreens])('$name', ({ open, shows, name }) => {
  const up = async () => {
    await open();
    await expect.element(shows()).toBeVisible();
  };

  test.each([
    [960, 600],
    [1920, 1200],
    [1280, 800],
  ])('cuts nothing at the side of a window of %i x %i', async (width, height) => {
    await page.viewport(width, height);
    await up();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(cutAtTheSide(width)).toEqual([]);
    expect(movesSideways()).toEqual([]);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      await picture(`${name}-${theme}-${width}`);
    }
  });

  test('is found right by axe in both themes', async () => {
    await up();
    await expectAccessible('body');
  });

  test.each(['light', 'dark'])('shows its states in forced colours on %s', async (scheme) => {
    await media({ 'forced-colors': 'active', 'prefers-color-scheme': scheme });
    await up();
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    await expectAccessible('body', { contrast: false });
    const ground = getComputedStyle(document.body).backgroundColor;
    for (const glyph of document.querySelectorAll('svg[data-slot~="glyph"]')) {
      expect(getComputedStyle(glyph).forcedColorAdjust, glyph.outerHTML).toBe('auto');
      for (const cut of glyph.querySelectorAll('[data-slot~="cutout"]'))
        expect(getComputedStyle(cut).stroke).toBe(ground);
    }
    for (const fill of document.querySelectorAll(
      '[data-slot~="life-bar"] i, [data-slot~="meter"], [data-part-map] i',
    )) {
      expect(Number.parseFloat(getComputedStyle(fill).borderTopWidth), fill.outerHTML).toBeGreaterThan(0);
    }
    await picture(`${name}-forced-${scheme}`);
  });

  test('loses nothing at the side with text at 200 %', async () => {
    await page.viewport(640, 400);
    await up();
    await picture(`${name}-200`);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(640);
    expect(cutAtTheSide(640)).toEqual([]);
  });

  test.each([
    { width: 1280, height: 800 },
    { width: 960, height: 600 },
  ])(
    'doubles its text with the root at 200 percent and cuts none of it at $width x $height',
    async ({ width, height }) => {
      await page.viewport(width, height);
      document.documentElement.style.fontSize = '200%';
      await up();
      await picture(`${name}-root-200-${width}`);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(cutAtTheSide(width)).toEqual([]);
      expect(cutText()).toEqual([]);
      // The smallest text is 11px at the usual size.
      expect(Math.min(...textSizes())).toBeGreaterThanOrEqual(22);
    },
  );

  test('says in words what its glyphs and drawings show', async () => {
    await up();
    expect(unnamedDrawings()).toEqual([]);
  });

  test('stands still with reduced motion', async () => {
    await media({ 'prefers-reduced-motion': 'reduce' });
    await up();
    expect(document.getAnimations().map((each) => each.effect?.getTiming())).toEqual([]);
  });

  test('leads the keyboard to everything that can be pressed, with a ring around each stop', async () => {
    await up();
    const stops = new Set<Element>();
    // The first Tab goes on from where the focus was in the test before, which may be the end of the page: its end counts twice.
    for (let ends = 0; ends < 2; ) {
      await userEvent.tab();
      const stop = document.activeElement;
      if (stop === null || stop === document.body) {
        ends += 1;
        continue;
      }
      if (stops.has(stop)) break;
      stops.add(stop);
      expect(hasRing(stop), `a ring around ${stop.outerHTML.slice(0, 200)}`).toBe(true);
    }
    const missed = pressable().filter((each) => !isPassed(each, stops));
    expect(missed.map((each) => each.outerHTML.slice(0, 200))).toEqual([]);
  });
});

/** With SLIPWAY_PICTURES set, what a person sees is written beside the pictures of the end-to-end tests. */
async function picture(file: string): Promise<void> {
  if (!inject('pictures')) return;
  await page.screenshot({ path: `../../e2e/screens/window-${file}.png` });
}
