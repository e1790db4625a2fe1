// npm run fix: mends what lint and formatter can mend by themselves. One after the other, as both write the same files.
import { runShown } from './run-shown.ts';
import { commandFile } from './setup/project.mjs';

export async function main(): Promise<void> {
  await runShown(commandFile('oxlint', 'oxlint'), ['--type-aware', '--deny-warnings', '--fix']);
  await runShown(commandFile('@biomejs/biome', 'biome'), ['check', '--write', '--linter-enabled=false']);
}
