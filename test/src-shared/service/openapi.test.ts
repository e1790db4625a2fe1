// The OpenAPI document says what the table says, and refers to nothing that is not in it.
import { describe, expect, it } from 'vitest';
import { serviceErrorTable } from '../../../src-shared/errors/codes.ts';
import { contract } from '../../../src-shared/service/contract.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';
import { openApiDocument } from '../../../src-shared/service/openapi.ts';

const document = openApiDocument({ version: '0.1.0', serverUrl: 'http://127.0.0.1:7000' });
const text = JSON.stringify(document);
const rows: [string, Endpoint][] = Object.entries(contract);
const operationOf = (row: Endpoint) => document.paths[row.path]?.[row.method.toLowerCase()];

function lookUp(pointer: string): unknown {
  const steps = pointer.slice(2).split('/');
  return steps.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    document,
  );
}

describe('the OpenAPI document', () => {
  it('is plain JSON of version 3.1', () => {
    expect(JSON.parse(text)).toEqual(document);
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Slipway', version: '0.1.0' } });
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:7000' }]);
    expect(openApiDocument({ version: '0.1.0' })).not.toHaveProperty('servers');
  });

  it('refers only to what it contains', () => {
    const pointers = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(pointers.length).toBeGreaterThan(20);
    for (const pointer of new Set(pointers)) {
      expect(pointer).toMatch(/^#\/components\/(schemas|responses)\/\w+$/);
      expect(lookUp(pointer), pointer).toBeDefined();
    }
    expect(text).not.toContain('$defs');
  });

  it('has an operation for every row and no other', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map((operation) => operation['operationId']).toSorted()).toEqual(
      Object.keys(contract).toSorted(),
    );
  });

  it('lists the error codes of the service, and none that stay within the app', () => {
    expect(lookUp('#/components/schemas/Error/properties/code/enum')).toEqual(Object.keys(serviceErrorTable));
    expect(text).not.toContain('DATA_FOLDER_IN_USE');
  });

  it('names the shared resources', () => {
    for (const name of ['Game', 'Server', 'Build', 'PresignedRequest', 'NamespaceSummary', 'RegionSummary']) {
      expect(lookUp(`#/components/schemas/${name}`)).toMatchObject({ type: 'object' });
    }
  });

  it('describes query values by their meaning', () => {
    const history = operationOf(contract.listVersionHistory);
    expect(history?.['parameters']).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 32, default: 32 },
    });
    const list = operationOf(contract.listServers);
    expect(list?.['parameters']).toContainEqual(
      expect.objectContaining({
        name: 'tags_json',
        content: { 'application/json': { schema: expect.objectContaining({ maxProperties: 8 }) } },
      }),
    );
  });

  it('shows that null stands for an absent field of a request, and never in an answer', () => {
    const operation = JSON.stringify(operationOf(contract.prepareBuild)?.['requestBody']);
    expect(operation).toContain('"null"');
    const answers = rows.map(([, row]) => JSON.stringify(operationOf(row)?.['responses']));
    expect(answers.join()).not.toContain('"null"');
    expect(JSON.stringify(document.components)).not.toContain('"null"');
  });
});

describe.each(rows)('the operation %s', (name, row) => {
  const operation = operationOf(row);

  it('has its name, its tag and its security', () => {
    expect(operation).toMatchObject({
      operationId: name,
      tags: [row.feature],
      security: row.access === 'open' ? [] : [{ bearer: [] }],
    });
    expect(document.tags.map((tag) => tag.name)).toContain(row.feature);
  });

  it('has the parameters of its row', () => {
    const expected = [...Object.keys(row.params.shape), ...Object.keys(row.query.shape)];
    if (row.idempotencyKey === true) expected.push('Idempotency-Key');
    const parameters: unknown = operation?.['parameters'] ?? [];
    expect(parameters).toEqual(expected.map((parameter) => expect.objectContaining({ name: parameter })));
  });

  it('has a body if and only if its row has one', () => {
    expect(operation !== undefined && 'requestBody' in operation).toBe(row.body !== null);
  });

  it('has an answer that says something, and the error for all else', () => {
    expect(operation?.['responses']).toMatchObject({
      '200': { content: { 'application/json': { schema: expect.any(Object) } } },
      default: { $ref: '#/components/responses/Error' },
    });
  });
});
