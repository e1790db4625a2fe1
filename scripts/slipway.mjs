// npm run --silent slipway -- ...: the command line, from source. Nothing here writes to stdout, which is the command's own.
import { keepCompiled } from './setup/compile-cache.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { reexecOnPinnedNode } from './setup/pinned-node.mjs';
import { runEntry } from './setup/project.mjs';

await runEntry(async () => {
  await ensureInstalled();
  await reexecOnPinnedNode();
  keepCompiled();
  const { runCli } = await import('../src-main/cli/main.ts');
  await runCli(process.argv.slice(2), process);
});
