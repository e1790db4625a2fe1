// The JSON schema of slipway.json, by which editors complete and check it: made from what reads the file, and nothing else.
import { z } from 'zod';
import { buildManifest } from './build-manifest.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type WholeSchema = JsonSchema & Required<Pick<JsonSchema, '$schema' | 'properties'>> & { title: string };

/** The dialect that editors know best. */
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** The schema as plain data. */
export function slipwaySchema(): WholeSchema {
  const schema: JsonSchema = z.toJSONSchema(buildManifest, {
    io: 'input',
    target: 'draft-07',
    override: ({ zodSchema, jsonSchema }) => {
      leaveOutNull(jsonSchema);
      // Zod drops the default of what it transforms, as null for undefined.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // A service ignores keys that it does not know; who writes the file wants to see a mistyped one.
      if (Object.keys(jsonSchema.properties ?? {}).length > 0) jsonSchema.additionalProperties = false;
    },
  });
  return {
    $schema: DRAFT_7,
    title: 'slipway.json',
    description: 'How Slipway runs the build that this file is at the root of.',
    ...schema,
    properties: programFirst(schema.properties ?? {}),
  };
}

/** `null` for a field means that it is absent. That is for programs; people leave the field out. */
function leaveOutNull(schema: JsonSchema): void {
  const { anyOf, type } = schema;
  const [first, ...more] = Array.isArray(type) ? type.filter((each) => each !== 'null') : [];
  if (first !== undefined && more.length === 0) schema.type = first;
  const choices = anyOf?.filter((choice) => typeof choice !== 'object' || choice.type !== 'null') ?? [];
  const [only] = choices;
  if (choices.length !== 1 || typeof only !== 'object') return;
  delete schema.anyOf;
  Object.assign(schema, { ...only, ...schema });
}

function programFirst<T>(properties: Record<string, T>): Record<string, T> {
  const rank = ['$schema', 'program'].toReversed();
  return Object.fromEntries(
    Object.entries(properties).toSorted(([one], [other]) => rank.indexOf(other) - rank.indexOf(one)),
  );
}
