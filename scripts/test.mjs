// npm test [-- --only unit,end-to-end] [--changed [--base REF]]: everything that has to hold, from formatting to end-to-end, on a
// machine where nothing was prepared; with --changed what the changes since REF (origin/main) reach.
import { ensureInstalled } from './setup/install.mjs';
import { reexecOnPinnedNode } from './setup/pinned-node.mjs';
import { runEntry } from './setup/project.mjs';

await runEntry(async () => {
  await ensureInstalled();
  await reexecOnPinnedNode();
  const { main } = await import('./test-run/run-all.ts');
  await main(process.argv.slice(2));
});
