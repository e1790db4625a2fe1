// Parses what a service answers: names in it show what is hidden in them, and figures that are none take nothing else with them.
import { showHiddenSigns } from './show-hidden-signs.ts';

export function parseAnswer(json: string): unknown {
  const shown = showHiddenSigns(json);
  try {
    return JSON.parse(json, shown);
  } catch (thrown) {
    if (!NO_FIGURE.test(json)) throw thrown;
    return JSON.parse(withoutNoFigures(json), shown);
  }
}

/** Some programs write a figure that is none into what else is JSON. Looked for only where that could not be read. */
const NO_FIGURE = /[:,[]\s*-?(?:NaN|Infinity)\b/;

/** As JSON has them: a number that is too large for any is read as the largest that its field can be. */
const figures: Readonly<Record<string, string>> = { NaN: 'null', '-NaN': 'null', Infinity: '1e999' };

function withoutNoFigures(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:NaN|Infinity)\b|-NaN\b/g, (part) => figures[part] ?? part);
}
