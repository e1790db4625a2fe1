// npm run bench [-- NAME ...]: runs the measures of scripts/bench/measures.ts and says of each, as soon as it has ended, what came
// of it beside its goal. One that fails takes nothing from the others.
import type { Measure } from './bench/measure.ts';
import { measures } from './bench/measures.ts';
import { SetupError } from './setup/project.mjs';

export async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => measures.every((measure) => measure.name !== name));
  if (unknown.length > 0) {
    const known = measures.map(({ name }) => name).join(', ');
    throw new SetupError(`No measure is called ${unknown.join(' or ')}. There are: ${known}.`);
  }
  const chosen = names.length === 0 ? measures : measures.filter((measure) => names.includes(measure.name));
  const failed = await runMeasures(chosen, (row) => console.log(row));
  if (failed > 0) process.exitCode = 1;
}

/** Answers how many failed. */
export async function runMeasures(chosen: readonly Measure[], say: (row: string) => void): Promise<number> {
  let failed = 0;
  for (const { name, goal, run } of chosen) {
    try {
      say(rowOf(name, goal, await run()));
    } catch (thrown) {
      failed += 1;
      const [reason = ''] = (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)).split(
        '\n    at ',
        2,
      );
      say(rowOf(name, goal, `FAILED: ${reason}`));
    }
  }
  if (failed > 0) say(`${failed} of ${chosen.length} failed.`);
  return failed;
}

function rowOf(name: string, goal: string, result: string): string {
  return `${name}\n  goal    ${goal}\n  result  ${result}`;
}
