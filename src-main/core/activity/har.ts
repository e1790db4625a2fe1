// Recorded calls as text for other tools: a curl command, and an HTTP Archive. The token is a name in both.
import type { ActivityDetail } from '../../../src-shared/activity/bridge.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';

const TOKEN = '$SLIPWAY_TOKEN';

export function toCurl(call: ActivityDetail): string {
  const parts = [`curl -X ${call.method}`, quote(call.url + call.path), `-H "Authorization: Bearer ${TOKEN}"`];
  if (call.request_body !== undefined) {
    parts.push(`-H 'content-type: application/json'`, `--data-raw ${quote(call.request_body)}`);
  }
  return parts.join(' \\\n  ');
}

/** Within single quotes a shell takes everything as it is, but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export function toHar(calls: readonly ActivityDetail[]): string {
  const entries = calls.map(toEntry);
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'Slipway', version: slipwayVersion }, entries } },
    null,
    2,
  );
}

function toEntry(call: ActivityDetail) {
  const { pathname, searchParams } = new URL(call.url + call.path);
  const queryString = [...searchParams].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(call.at).toISOString(),
    time: call.ms,
    request: {
      method: call.method,
      url: call.url + call.path,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [{ name: 'authorization', value: `Bearer ${TOKEN}` }],
      queryString,
      headersSize: -1,
      bodySize: call.bytes_sent,
      ...(call.request_body === undefined
        ? {}
        : { postData: { mimeType: 'application/json', text: call.request_body } }),
    },
    response: {
      status: call.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: call.request_id === undefined ? [] : [{ name: 'rvt-ray-id', value: call.request_id }],
      content: { size: call.bytes_received, mimeType: 'application/json', text: call.answer_body ?? '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: call.bytes_received,
    },
    cache: {},
    timings: { send: 0, wait: call.ms, receive: 0 },
    comment: [pathname, call.error, call.repeats > 1 ? `waited ${call.repeats} times` : undefined]
      .filter((part) => part !== undefined)
      .join('; '),
  };
}
