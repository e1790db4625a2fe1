// Writes the service's HTTP interface down as one Markdown page, from the contract's table and nothing else.
import type { z } from 'zod';
import { serviceErrorTable } from '../../src-shared/errors/codes.ts';
import { contract } from '../../src-shared/service/contract.ts';
import type { Endpoint } from '../../src-shared/service/endpoint.ts';
import { english } from '../../src-shared/text/reasons/english.ts';
import { fieldLines } from './fields.ts';
import { sampleOf } from './sample.ts';

const INTRODUCTION = `# The HTTP interface

This page is generated from the table of calls in \`src-shared/service\` by \`npm run docs\`; a test sees that it is up to date.
The running service tells the same as an OpenAPI document at \`/openapi.json\`.

- Success is always status 200 with a JSON body. Where the answer is "nothing", that body is \`{}\`.
- A body is a JSON object; an empty one is read as \`{}\`. Unknown keys are ignored, and \`null\` for an optional field means
  that it is absent.
- Calls that are not open need a token: \`Authorization: Bearer TOKEN\`. An \`owner\` token may do everything, a \`cloud\` token
  is for one game, and a \`service\` token for one namespace of it. What is elsewhere answers \`API_FORBIDDEN\`.
- Ids are lower-case UUIDs. Another spelling in a path is \`API_NOT_FOUND\`.
- A call that can be watched takes \`watch_index\`: with the \`watch.index\` of an answer it waits up to 40 s for the next one.
- The bytes of an upload go to its presigned addresses by \`PUT\`. A part whose bytes arrive unchanged is answered 200 and stays, whatever
  they are. Where it was the last part and its build is refused for its content, the body has the \`state\` and \`problem\` of the build.
- Times are taken in any form of RFC 3339, and answered in UTC with milliseconds. A list in a query is repeated, separated by
  commas, or JSON.
- Clients of the service that this one is compatible with (Rivet, 24.5) work unchanged with what is here. Its identities, CDN sites, custom
  avatars, lobbies, namespace tokens of players and their analytics are not: those paths answer \`API_NOT_FOUND\`. A version's settings for
  them are kept and given back, and validating the version names them in \`no_effect\`.

The examples expect two variables: \`URL\` is where the service answers, and \`TOKEN\` is a token that may call.
`;

/** The whole page. */
export function httpApiDocument(): string {
  const rows: Endpoint[] = Object.values(contract);
  const features = [...new Set(rows.map(({ feature }) => feature))];
  const sections = features.map((feature) => {
    const calls = rows.filter((row) => row.feature === feature).map(callSection);
    return `## ${capital(feature)}\n\n${calls.join('\n')}`;
  });
  return [INTRODUCTION, ...sections, errorSection()].join('\n');
}

/** The line of a shell that makes this call with an example of what it needs. */
export function curlLine(row: Endpoint): string {
  const parts = [row.method === 'GET' ? 'curl' : `curl -X ${row.method}`];
  if (row.access !== 'open') parts.push('-H "Authorization: Bearer $TOKEN"');
  if (row.body !== null) {
    parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(sampleOf(row.body))}'`);
  }
  return `${parts.join(' ')} "$URL${row.path.replaceAll(/\{(\w+)\}/g, '$$$1')}${neededQuery(row)}"`;
}

function neededQuery(row: Endpoint): string {
  const needed = Object.entries(row.query.shape).filter(([, schema]) => schema._zod.optin === undefined);
  if (needed.length === 0) return '';
  const pairs = Object.entries(Object(sampleOf(row.query))).map(([name, value]) => `${name}=${String(value)}`);
  return `?${pairs.join('&')}`;
}

function callSection(row: Endpoint): string {
  const callers = row.access === 'open' ? 'open, no token' : [row.access.join(', '), ...rightOf(row)].join('; ');
  const watch = row.watch ? ' Can be watched.' : '';
  const key = row.idempotencyKey ? ' With an `Idempotency-Key` header it comes back with the same thing.' : '';
  return [
    `### ${row.name}`,
    `\`${row.method} ${row.path}\` (${callers})`,
    `${row.summary}${watch}${key}`,
    ...part('Query', row.query, 'output'),
    ...(row.body === null ? [] : part('Body', row.body, 'input')),
    ...part('Answer', row.answer, 'output'),
    `\`\`\`sh\n${curlLine(row)}\n\`\`\`\n`,
  ].join('\n\n');
}

/** What a token with limits has to be allowed. */
function rightOf({ needs }: Endpoint): string[] {
  return needs === 'owner' ? [] : [`with limits: \`${needs}\``];
}

function part(title: string, schema: z.ZodObject, io: 'input' | 'output'): string[] {
  const lines = fieldLines(schema, io);
  return lines.length === 0 ? [] : [`${title}:`, lines.join('\n')];
}

function errorSection(): string {
  const sentences: Readonly<Record<string, string>> = english();
  const rows = Object.entries(serviceErrorTable).map(
    ([code, status]) => `| \`${code}\` | ${status} | ${sentences[code] ?? ''} |`,
  );
  return `## Errors

The body of an error has \`code\`, \`message\`, \`ray_id\` (the same as the header \`rvt-ray-id\`) and sometimes \`metadata\`.

| Code | Status | Sentence |
|---|---|---|
${rows.join('\n')}
`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
