// npm run bench [-- NAME ...]: runs the measures of scripts/bench/measures.ts and prints each beside its goal.
import { measures } from './bench/measures.ts';

export async function main(names: string[]): Promise<void> {
  const chosen = names.length === 0 ? measures : measures.filter((measure) => names.includes(measure.name));
  if (chosen.length === 0) {
    console.log(measures.length === 0 ? 'There are no measures yet.' : 'No measure has that name.');
    return;
  }
  const rows: Record<string, string>[] = [];
  for (const { name, goal, run } of chosen) rows.push({ measure: name, goal, result: await run() });
  console.table(rows);
}
