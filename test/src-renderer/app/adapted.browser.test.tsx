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
  passOver,
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

/** The last is a window of 1280 x 800 with its zoom at 200 %. */
const sizes = [
  [960, 600],
  [1920, 1200],
  [1280, 800],
  [640, 400],
] as const;

/** What follows the size of the window has done so two frames later. */
async function resize(width: number, height: number): Promise<void> {
  if (innerWidth === width && innerHeight === height) return;
  await page.viewport(width, height);
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
}

beforeEach(() => resize(1280, 800));
afterEach(() => {
  document.documentElement.style.fontSize = '';
  document.documentElement.dataset['theme'] = 'light';
});

/** After so many stops the keyboard goes on to the last ones. */
const LONG = 60;
const ENDING = 20;

// Each screen is opened once for all its tests but the last, as opening is most of what they take.
describe.each([...screens, ...layerScreens])('$name', ({ open, shows, name }) => {
  const up = async () => {
    await open();
    await expect.element(shows()).toBeVisible();
  };
  let isUp = false;
  const upOnce = async () => {
    if (!isUp) await up();
    isUp = true;
  };

  test('cuts nothing at the side, however wide the window is', async () => {
    await upOnce();
    for (const [width, height] of sizes) {
      await resize(width, height);
      // A list that gives way to a narrow window slides.
      await expect.poll(() => cutAtTheSide(width)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      if (width >= 960) expect(movesSideways()).toEqual([]);
      if (!inject('pictures')) continue;
      for (const theme of ['light', 'dark']) {
        document.documentElement.dataset['theme'] = theme;
        await picture(`${name}-${theme}-${width}`);
      }
    }
  });

  test('is found right by axe in both themes, and says in words what its glyphs and drawings show', async () => {
    await upOnce();
    await expectAccessible('body');
    expect(unnamedDrawings()).toEqual([]);
  });

  test('shows its states in forced colours, on light and on dark', async ({ onTestFinished }) => {
    onTestFinished(() => media({ 'prefers-reduced-motion': 'reduce' }));
    await upOnce();
    for (const scheme of ['light', 'dark']) {
      await media({ 'forced-colors': 'active', 'prefers-color-scheme': scheme });
      expect(matchMedia('(forced-colors: active)').matches).toBe(true);
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
    }
  });

  test('stands still with reduced motion', async () => {
    await upOnce();
    expect(document.getAnimations().map((each) => each.effect?.getTiming())).toEqual([]);
  });

  test('leads the keyboard to everything that can be pressed, with a ring around each stop', async () => {
    await upOnce();
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
      // Each of hundreds of stops opens its tooltip and has the whole page measured: rows like those before are passed over.
      if (stops.size === LONG) passOver(stops, ENDING);
    }
    const missed = pressable().filter((each) => !isPassed(each, stops));
    expect(missed.map((each) => each.outerHTML.slice(0, 200))).toEqual([]);
  });

  test('doubles its text with the root at 200 percent and cuts none of it', async () => {
    document.documentElement.style.fontSize = '200%';
    await up();
    for (const [width, height] of [
      [1280, 800],
      [960, 600],
    ] as const) {
      await resize(width, height);
      await picture(`${name}-root-200-${width}`);
      // A list that gives way to a narrow window slides.
      await expect.poll(() => cutAtTheSide(width)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(cutText()).toEqual([]);
      if (height === 800) expect(scrolls('[data-slot~="main"]'), 'a second scroll bar around the page').toBe(false);
      // The smallest text is 11px at the usual size.
      expect(Math.min(...textSizes())).toBeGreaterThanOrEqual(22);
    }
  });
});

function scrolls(selector: string): boolean {
  const element = document.querySelector(selector);
  return element !== null && element.scrollHeight > element.clientHeight;
}

/** With SLIPWAY_PICTURES set, what a person sees is written beside the pictures of the end-to-end tests. */
async function picture(file: string): Promise<void> {
  if (!inject('pictures')) return;
  await page.screenshot({ path: `../../e2e/screens/window-${file}.png` });
}
