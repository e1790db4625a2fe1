// npm run build [-- --if-changed]: builds the three bundles into out/; on their own also where no source has changed.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './setup/build.mjs';
import { projectRoot } from './setup/project.mjs';

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'if-changed': { type: 'boolean', default: false } } });
  if (!values['if-changed']) await rm(path.join(projectRoot, 'out'), { recursive: true, force: true });
  await ensureBuilt();
}
