// npm run docs: writes docs/http-api.md from the table of calls, and the pages about slipway.json and push events from their schemas.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pushEventsSchema } from '../src-shared/transfers/push-events.ts';
import { httpApiDocument } from './http-api/document.ts';
import { projectRoot } from './setup/project.mjs';
import { slipwayJsonPage, slipwaySchemaFile } from './slipway-json/page.ts';

export async function main(): Promise<void> {
  const docs = path.join(projectRoot, 'docs');
  await writeFile(path.join(docs, 'http-api.md'), httpApiDocument());
  await writeFile(path.join(docs, 'slipway.schema.json'), slipwaySchemaFile());
  await writeFile(path.join(docs, 'push-events.schema.json'), `${JSON.stringify(pushEventsSchema(), undefined, 2)}\n`);
  const page = path.join(docs, 'slipway-json.md');
  await writeFile(page, slipwayJsonPage(await readFile(page, 'utf8')));
}
