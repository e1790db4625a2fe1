// Reads what a service said when it refused or failed. Foreign deployments say it in many ways: JSON with a code, with a
// message alone, plain text, a page of HTML, or nothing. Whatever it is becomes one sentence and one code of ours.
import { AppError } from '../errors/app-error.ts';
import { type ErrorCode, isErrorCode } from '../errors/codes.ts';
import { errorBody } from '../errors/error-body.ts';
import { reviveError } from '../errors/revive-error.ts';
import { type Message, messageFor } from '../text/message.ts';

const LONGEST = 300;
const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'API_UNAUTHORIZED',
  403: 'API_FORBIDDEN',
  404: 'API_NOT_FOUND',
  405: 'API_METHOD_NOT_ALLOWED',
  413: 'API_BODY_TOO_LARGE',
  429: 'API_RATE_LIMIT',
};

/** The failure as an error. `body` is the parsed JSON, or the text where it was none. */
export function readFailure(status: number, body: unknown): AppError {
  const parsed = errorBody.safeParse(body);
  if (parsed.success && isErrorCode(parsed.data.code)) return reviveError(body);
  const code = byStatus[status] ?? (status >= 500 ? 'INSTANCE_FAILED' : 'REQUEST_REFUSED');
  const theirs = parsed.success ? { code: parsed.data.code, metadata: parsed.data.metadata } : {};
  const ray_id = parsed.success ? parsed.data.ray_id : undefined;
  return new AppError(code, messageIn(status, reasonIn(body)), {
    metadata: { status, ...theirs, ...pageMark(body) },
    ray_id,
  });
}

/** A page comes from a web server, not from the service. */
function pageMark(body: unknown): { page?: true } {
  return typeof body === 'string' && /^\s*<(?!\?xml)/.test(body) ? { page: true } : {};
}

function messageIn(status: number, why: string | undefined): Message {
  if (why === undefined) return messageFor('service.no-reason', { status });
  return /\s/.test(why) && /[.!?]$/.test(why) ? { text: why } : messageFor('service.answered', { status, why });
}

function reasonIn(body: unknown): string | undefined {
  const found = typeof body === 'string' ? reasonInText(body) : reasonInJson(body);
  // oxlint-disable-next-line no-control-regex -- a foreign text must not move the cursor of a terminal
  const clean = found?.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  if (clean === undefined || clean === '') return undefined;
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}...` : clean;
}

/** A page says it in its title, or its first heading; a plain text in its first line. */
function reasonInText(text: string): string | undefined {
  if (!/^\s*</.test(text)) return text.trim().split('\n', 1)[0];
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(text)?.[1];
  // S3 and compatible stores answer XML.
  return title ?? /<Message>([^<]*)/.exec(text)?.[1] ?? /<Code>([^<]*)/.exec(text)?.[1];
}

const usualFields = ['message', 'error_description', 'detail', 'title', 'error', 'reason', 'code'];

function reasonInJson(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return reasonInJson(body[0], depth + 1);
  if (typeof body !== 'object' || body === null || depth > 2) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const found = [...usualFields, 'errors'].map((name) => reasonInJson(fields.get(name), depth + 1));
  return found.find((reason) => reason !== undefined && reason !== '');
}
