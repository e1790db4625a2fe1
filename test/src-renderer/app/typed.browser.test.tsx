// Bad input at every place where a person types: each kind is taken as it is meant or refused in a sentence at its field, and what was
// typed stays there. Each place meets every other kind, and in `npm run soak` each.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { createFakeCore } from '../support/fake-core.ts';
import { everyOther } from '../support/soak.ts';
import { buildPlaces } from '../support/typed-places/builds.ts';
import { gamePlaces } from '../support/typed-places/games.ts';
import { numberKinds, textKinds, type Verdict } from '../support/typed-places/kinds.ts';
import { numberPlaces } from '../support/typed-places/numbers.ts';
import { type Place, refuseAll } from '../support/typed-places/place.ts';
import { remotePlaces } from '../support/typed-places/remotes.ts';
import { serverPlaces } from '../support/typed-places/servers.ts';
import { typeInto } from '../support/typed-places/type-into.ts';

let isReached = false;
beforeEach(async () => {
  isReached = false;
  await page.viewport(1280, 800);
});

/** The pointer has to reach a button once in each place. The button stays where it is, so after that a click without it is enough. */
async function press(button: Locator): Promise<void> {
  if (isReached) (button.element() as HTMLElement).click();
  else await userEvent.click(button);
  isReached = true;
}

type Core = ReturnType<typeof createFakeCore>;

const textPlaces = [...gamePlaces, ...remotePlaces, ...serverPlaces, ...buildPlaces];

describe.each(textPlaces.map((place, nth) => ({ place, nth, name: place.name })))('$name', ({ place, nth }) => {
  test('takes or refuses each kind of text', () => goThrough(place, textKinds, nth));
});

describe.each(numberPlaces.map((place, nth) => ({ place, nth, name: place.name })))('$name', ({ place, nth }) => {
  test('takes or refuses each kind of number', () => goThrough(place, numberKinds, nth));
});

async function goThrough<K extends string>(
  place: Place<Record<K, Verdict>>,
  kinds: Record<K, string>,
  nth: number,
): Promise<void> {
  const core = await place.open();
  refuseAll(core, place.call);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object's own keys
  for (const kind of everyOther(Object.keys(kinds) as K[], nth))
    await come(core, place, { kind, text: kinds[kind], verdict: place.becomes[kind] });
}

async function come(
  core: Core,
  { field, button, call, typed }: Place<unknown>,
  { kind, text, verdict }: { kind: string; text: string; verdict: Verdict },
): Promise<void> {
  const shown = await typeInto(field(), text);
  core.called.length = 0;
  if ('off' in verdict) {
    await expect.element(button(), { message: kind }).toHaveAccessibleDescription(verdict.off);
    await expect.element(button(), { message: kind }).toHaveAttribute('aria-disabled', 'true');
  } else {
    // Where the form knows by itself that it does not fit, its button is off already.
    if (button().element().getAttribute('aria-disabled') !== 'true') await press(button());
    if ('says' in verdict) {
      await expect.element(field(), { message: kind }).toHaveAccessibleDescription(containing(verdict.says));
      await expect.element(field(), { message: kind }).toHaveAttribute('aria-invalid', 'true');
    } else {
      const inputs = () => core.called.flatMap(({ name, input }) => (name === call ? [typed(input as never)] : []));
      await expect.poll(inputs, { message: kind }).toContainEqual(verdict.gives);
    }
  }
  await expect.element(field(), { message: `${kind} stays` }).toHaveValue(shown);
}

function containing(sentence: string): RegExp {
  return new RegExp(sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
}
