// npm run build: builds the three bundles into out/, whether or not they look fresh.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { projectRoot } from './setup/project.mjs';

export async function main(): Promise<void> {
  await rm(path.join(projectRoot, 'out'), { recursive: true, force: true });
  await ensureBuilt();
}
