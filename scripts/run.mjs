// node scripts/run.mjs NAME ...: runs scripts/NAME.ts on the pinned Node, with the packages installed first.
import { ensureInstalled } from './setup/install.mjs';
import { reexecOnPinnedNode } from './setup/pinned-node.mjs';
import { runEntry } from './setup/project.mjs';

await runEntry(async () => {
  await ensureInstalled();
  await reexecOnPinnedNode();
  const [name, ...args] = process.argv.slice(2);
  const { main } = await import(`./${name}.ts`);
  await main(args);
});
