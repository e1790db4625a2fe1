// Looks at every answer that a test gets: a good one has just what its row's schema says, a bad one is an error of the table.
import { expect } from 'vitest';
import { errorTable, isErrorCode } from '../../src-shared/errors/codes.ts';
import { errorBody } from '../../src-shared/errors/error-body.ts';
import { contract } from '../../src-shared/service/contract.ts';
import type { Endpoint } from '../../src-shared/service/endpoint.ts';

type Seen = { status: number; headers: Headers; body: unknown };

const rows = Object.values(contract).map((row: Endpoint) => ({
  row,
  pattern: new RegExp(
    `^${row.path
      .replaceAll('.', '\\.')
      .replaceAll('{slot}', '[1-9]\\d*')
      .replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`,
  ),
}));

/** The row of the table that answers to this request, if one does. */
export function rowOf(method: string, path: string): Endpoint | undefined {
  const [bare = ''] = path.split('?', 1);
  return rows.find(({ row, pattern }) => row.method === method && pattern.test(bare))?.row;
}

/** Fails the test when the answer is not one that the contract allows. */
export function checkAnswer(method: string, path: string, { status, headers, body }: Seen): void {
  const row = rowOf(method, path);
  const what = `${method} ${path}`;
  if (status === 200 && row !== undefined) expect(row.answer.parse(body), what).toEqual(body);
  if (status < 400 || body === undefined) return;
  const { code, message, ray_id } = errorBody.parse(body);
  expect(isErrorCode(code) && errorTable[code], what).toBe(status);
  expect(message, what).not.toBe('');
  expect(ray_id, what).toBe(headers.get('rvt-ray-id'));
}
