// The page about the HTTP interface says what the table says now, and its examples are requests that fit.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { curlLine, httpApiDocument } from '../../../scripts/http-api/document.ts';
import { sampleOf } from '../../../scripts/http-api/sample.ts';
import { contract } from '../../../src-shared/service/contract.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';

const rows: Endpoint[] = Object.values(contract);

it('is up to date (npm run docs writes it)', async () => {
  const written = await readFile(path.join(import.meta.dirname, '../../../docs/http-api.md'), 'utf8');
  expect(written).toBe(httpApiDocument());
});

it('has no number that JavaScript rounds', () => {
  const numbers = httpApiDocument().match(/(?<![\w-])\d{16,}(?![\w-])/g) ?? [];
  expect(numbers.filter((digits) => !Number.isSafeInteger(Number(digits)))).toEqual([]);
});

it('has a part and an example for every call', () => {
  const page = httpApiDocument();
  for (const row of rows) {
    expect(page).toContain(`\n### ${row.name}\n\n\`${row.method} ${row.path}\``);
    expect(page).toContain(`\n${curlLine(row)}\n`);
  }
});

it.each(rows.map((row) => [row.name, row] as const))('gives an example of %s that fits its schemas', (_name, row) => {
  expect(row.body === null || row.body.safeParse(sampleOf(row.body)).success).toBe(true);
  const query = curlLine(row).split('?')[1]?.replace('"', '') ?? '';
  expect(row.query.safeParse(Object.fromEntries(new URLSearchParams(query))).success).toBe(true);
});
