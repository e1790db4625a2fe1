// What the machine lacks has codes of its own, so that nobody takes it for a bug that the next try may pass by.
import { expect, it } from 'vitest';
import { createExplainer } from '../../../../embedded-server/platform/http/errors.ts';
import type { LogEntry } from '../../../../embedded-server/platform/logging/log.ts';
import { createLog } from '../../../../embedded-server/platform/logging/log.ts';

const thrown = (code: string) => Object.assign(new Error(`${code}: of /secret/path`), { code });

it.each([
  ['EMFILE', 503, 'TOO_MANY_FILES', { 'retry-after': 5 }],
  ['ENFILE', 503, 'TOO_MANY_FILES', { 'retry-after': 5 }],
  ['EIO', 507, 'STORAGE_FAILED', {}],
  ['EROFS', 507, 'STORAGE_READ_ONLY', {}],
  ['ENOSPC', 507, 'STORAGE_FULL', {}],
  ['EACCES', 500, 'ERROR', {}],
])('answers %s with %s %s, and says nothing of where', (code, status, ours, headers) => {
  const entries: LogEntry[] = [];
  const explain = createExplainer(createLog((entry) => entries.push(entry)));
  const answer = explain(thrown(code), { ray_id: 'r', tellsReasons: false });
  expect(answer).toMatchObject({ status, headers, body: { code: ours, ray_id: 'r' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(Object.keys(answer.headers)).toEqual(Object.keys(headers));
  expect(entries.some(({ level }) => level === 'error')).toBe(ours !== 'STORAGE_FULL');
});
