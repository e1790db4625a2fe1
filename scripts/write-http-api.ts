// npm run docs: writes docs/http-api.md from the table of calls.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { httpApiDocument } from './http-api/document.ts';
import { projectRoot } from './setup/project.mjs';

export async function main(): Promise<void> {
  const file = path.join(projectRoot, 'docs/http-api.md');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, httpApiDocument());
}
