// Parses what came with a request against the row's schemas, and reports each problem with its path.
import type { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import { plainly } from '../../../src-shared/service/plain-issues.ts';
import { isQueryList } from '../../../src-shared/service/query.ts';
import { limitProblems } from '../../../src-shared/service/text-limits.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { refuseProblems } from '../validation/problems.ts';
import { notJson } from './errors.ts';

export function parseParams(row: Endpoint, params: unknown): unknown {
  const parsed = row.params.safeParse(params);
  if (!parsed.success) throw new AppError('API_NOT_FOUND');
  return parsed.data;
}

export function parseQuery(row: Endpoint, search: string): unknown {
  const query = search === '' ? {} : collect(row, new URLSearchParams(search));
  const parsed = row.query.safeParse(query, { error: plainly });
  if (parsed.success) return parsed.data;
  throw new AppError('API_BAD_QUERY_PARAMETER', badFields('query', parsed.error), { metadata: problems(parsed.error) });
}

export function parseBody(row: Endpoint, contentType: string | undefined, raw: unknown): unknown {
  if (row.method !== 'GET') refuseOtherType(contentType);
  if (row.body === null) return undefined;
  const parsed = row.body.safeParse(readJson(raw), { error: plainly });
  if (parsed.success) return parsed.data;
  const limits = limitProblems(parsed.error);
  if (limits !== undefined) refuseProblems('invalid.body', limits);
  throw new AppError('API_BAD_BODY', badFields('body', parsed.error), { metadata: problems(parsed.error) });
}

/** Forms and plain text are what a page of another site can send without being asked; they are refused even when empty. */
function refuseOtherType(contentType: string | undefined): void {
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType)) throw notJson();
}

/** An absent body reads as `{}`. Keys that could reach a prototype are data like any other here: schemas pick by name. */
function readJson(raw: unknown): unknown {
  if (!(raw instanceof Buffer) || raw.length === 0) return {};
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    throw new AppError('API_BAD_BODY', 'http.body-not-utf-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('API_BAD_BODY', 'http.body-not-json');
  }
}

function collect(row: Endpoint, search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of search) {
    const before = query[key];
    if (before !== undefined && isQueryList(row.query.shape[key])) {
      query[key] = [before, value].flat();
      continue;
    }
    if (before !== undefined) {
      throw new AppError('API_BAD_QUERY', 'http.query-name-twice', { name: key.slice(0, 40) });
    }
    query[key] = value;
  }
  return { ...query };
}

function problems(error: z.ZodError) {
  return error.issues.map((issue) => ({ path: issue.path.map(String), message: issue.message }));
}

function badFields(where: 'query' | 'body', error: z.ZodError): Message {
  const [first] = error.issues;
  const field = first?.path.map(String).join('.') ?? '';
  // The sentence goes on into another one.
  const why = first?.message.replace(/\.$/, '') ?? 'unreadable';
  return field === ''
    ? messageFor(`http.${where}-invalid`, { why })
    : messageFor(`http.${where}-field-invalid`, { field, why });
}
