// npm run pictures: the README's pictures anew, in both themes, taken by the window test that holds them to their descriptions.
import { runShown } from './run-shown.ts';
import { commandFile } from './setup/project.mjs';

export async function main(): Promise<void> {
  const test = 'test/src-renderer/app/readme-pictures.browser.test.tsx';
  await runShown(commandFile('vitest', 'vitest'), ['run', '--project=window', test], { SLIPWAY_PICTURES: 'yes' });
}
