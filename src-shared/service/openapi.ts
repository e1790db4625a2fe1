// The service described as an OpenAPI 3.1 document, made from the table and nothing else.
import type { z } from 'zod';
import { contract } from './contract.ts';
import type { Endpoint, Feature } from './endpoint.ts';
import { createSchemaWriter, type JsonSchema } from './openapi-schemas.ts';

/** An OpenAPI document as plain data. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers?: { url: string }[];
  tags: { name: Feature; description: string }[];
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, JsonSchema>;
};

/** What each group of calls is about. */
const featureTexts: Record<Feature, string> = {
  games: 'Games, their names and pictures.',
  namespaces: 'Namespaces of a game: what runs, with which limits, and what ran before.',
  versions: 'Versions of a game, which namespaces run.',
  regions: 'Where servers can run.',
  nodes: 'The machines that servers run on.',
  builds: 'Builds: the files that servers are started from.',
  servers: 'Game servers and their logs.',
  uploads: 'Uploads of any kind, part by part.',
  groups: 'Developer groups and their billing.',
  devices: 'Linking a device to a game.',
  tokens: 'Tokens for one game or one namespace.',
  service: 'The service itself.',
};

type Write = ReturnType<typeof createSchemaWriter>['write'];

/** Describes every endpoint. `serverUrl` is where this service answers, if that is known. */
export function openApiDocument({ version, serverUrl }: { version: string; serverUrl?: string }): OpenApiDocument {
  const { components, write } = createSchemaWriter();
  const rows: Endpoint[] = Object.values(contract);
  const paths: OpenApiDocument['paths'] = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(row, write) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version,
      description: 'Multiplayer game infrastructure and hosting.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(serverUrl === undefined ? {} : { servers: [{ url: serverUrl }] }),
    tags: [...new Set(rows.map((row) => row.feature))].map((name) => ({ name, description: featureTexts[name] })),
    paths,
    components: {
      schemas: components,
      responses: { Error: { description: 'What went wrong.', ...json({ $ref: '#/components/schemas/Error' }) } },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(row: Endpoint, write: Write): JsonSchema {
  const parameters = [...pathParameters(row, write), ...queryParameters(row, write), ...headerParameters(row)];
  return {
    operationId: row.name,
    summary: row.summary,
    description: describe(row),
    tags: [row.feature],
    security: row.access === 'open' ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.body === null ? {} : { requestBody: requestBody(row.body, write) }),
    responses: {
      '200': { description: 'Done.', ...json(write(row.answer, 'output')) },
      '4XX': { $ref: '#/components/responses/Error' },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function describe(row: Endpoint): string {
  const limits = row.needs === 'owner' ? '' : ` One with limits has to be allowed: ${row.needs}.`;
  const callers =
    row.access === 'open' ? 'Needs no token.' : `Tokens that may call: ${row.access.join(', ')}.${limits}`;
  return row.watch ? `${callers} With the watch index of an answer, waits for the next one.` : callers;
}

function requestBody(body: z.ZodObject, write: Write): JsonSchema {
  // An empty body is read as {}, so it is needed only where a field is.
  const required = Object.values(body.shape).some(isNeeded);
  return { required, ...json(write(body, 'input')) };
}

function pathParameters(row: Endpoint, write: Write): JsonSchema[] {
  return Object.entries(row.params.shape).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: write(schema, 'input'),
  }));
}

/** Queries are described by what their texts mean: integers and booleans as such, an object as JSON within the text. */
function queryParameters(row: Endpoint, write: Write): JsonSchema[] {
  return Object.entries(row.query.shape).map(([name, schema]) => {
    const meaning = write(schema, 'output');
    const form = meaning['type'] === 'object' ? json(meaning) : { schema: meaning };
    return { name, in: 'query', required: isNeeded(schema), ...form };
  });
}

function headerParameters(row: Endpoint): JsonSchema[] {
  if (row.idempotencyKey === undefined) return [];
  const description = 'Repeating the call with the same key comes back with the same thing.';
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description, schema: { type: 'string' } }];
}

function isNeeded(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === undefined;
}

function json(schema: JsonSchema): JsonSchema {
  return { content: { 'application/json': { schema } } };
}
