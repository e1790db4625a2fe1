// The rows of the contract, and a request for each that its schemas take. For tests over all of them.
import { contract } from '../../src-shared/service/contract.ts';
import type { Endpoint } from '../../src-shared/service/endpoint.ts';

/** An id of the right shape that nothing has. */
export const nobody = '00000000-0000-4000-8000-000000000000';

type Place = { game: string; namespace: string };
type JsonSchema = {
  type?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
};

export const servedRows: readonly Endpoint[] = Object.values(contract);

/** An address and body of the row: the game and namespace given, nobody's id for everything else. */
export function requestOf(row: Endpoint, place: Place): { address: string; body?: Record<string, unknown> } {
  const ids: Record<string, string> = {
    game_id: place.game,
    environment_id: place.namespace,
    namespace_id: place.namespace,
  };
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => ids[key] ?? (key === 'slot' ? '1' : nobody));
  const query = new URLSearchParams(neededFields(row.query, ids) as Record<string, string>).toString();
  const address = query === '' ? path : `${path}?${query}`;
  return row.body === null ? { address } : { address, body: neededFields(row.body, ids) };
}

/** A value for each field that has to be there, of the right kind as far as the schema tells. */
function neededFields(schema: Endpoint['query'], ids: Record<string, string>): Record<string, unknown> {
  const described = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return Object.fromEntries(
    (described.required ?? []).map((key) => {
      const value = ids[key] ?? (key.endsWith('_id') ? nobody : sample(described.properties?.[key] ?? {}));
      return [key, value];
    }),
  );
}

function sample(schema: JsonSchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {})]));
    default:
      return schema.format === 'date-time' ? '2026-01-02T03:04:05.678Z' : 'sample';
  }
}
