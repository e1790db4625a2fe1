// Turns the contract's schemas into JSON Schema, with the shared resources named once and referred to from everywhere else.
import { z } from 'zod';
import { serviceErrorTable } from '../errors/codes.ts';
import { plainErrorBody } from '../errors/error-body.ts';
import { build } from './builds.ts';
import { gameFull, gameSummary } from './games.ts';
import { groupBilling, groupSummary } from './groups.ts';
import {
  hostingPolicy,
  matchmakerConfig,
  namespaceFull,
  namespaceSummary,
  namespaceVersionHistoryEntry,
} from './namespaces.ts';
import { datacenter, regionSummary } from './regions.ts';
import { server } from './servers.ts';
import { token } from './tokens.ts';
import { presignedRequest, upload } from './uploads.ts';
import { validationError } from './validation.ts';
import { versionFull, versionSummary } from './versions.ts';

const named = z
  .registry<{ id: string }>()
  .add(gameFull, { id: 'Game' })
  .add(gameSummary, { id: 'GameSummary' })
  .add(namespaceFull, { id: 'Namespace' })
  .add(namespaceSummary, { id: 'NamespaceSummary' })
  .add(namespaceVersionHistoryEntry, { id: 'NamespaceVersionHistoryEntry' })
  .add(matchmakerConfig, { id: 'MatchmakerConfig' })
  .add(hostingPolicy, { id: 'HostingPolicy' })
  .add(versionFull, { id: 'Version' })
  .add(versionSummary, { id: 'VersionSummary' })
  .add(regionSummary, { id: 'RegionSummary' })
  .add(datacenter, { id: 'Datacenter' })
  .add(build, { id: 'Build' })
  .add(server, { id: 'Server' })
  .add(upload, { id: 'Upload' })
  .add(presignedRequest, { id: 'PresignedRequest' })
  .add(token, { id: 'Token' })
  .add(groupSummary, { id: 'GroupSummary' })
  .add(groupBilling, { id: 'GroupBilling' })
  .add(validationError, { id: 'ValidationError' });

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>;

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Named schemas move from beside a schema to the document's components, and so do the references to them. */
function pointToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointToComponents);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'id' || typeof value['id'] !== 'string');
  return Object.fromEntries(
    entries.map(([key, entry]) =>
      key === '$ref' && typeof entry === 'string'
        ? [key, entry.replace('#/$defs/', '#/components/schemas/')]
        : [key, pointToComponents(entry)],
    ),
  );
}

/** Collects the named schemas that the schemas it converts refer to. */
export function createSchemaWriter() {
  const components: JsonSchema = { Error: errorSchema() };

  function write(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
    // Within an envelope every schema stands at the same depth, so that a named one is referred to even alone.
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: named,
      override: ({ zodSchema, jsonSchema }) => {
        // Unknown keys are ignored, never refused.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // The format says it all; the pattern zod adds is a calendar.
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      },
    });
    const moved = pointToComponents({ defs: whole.$defs ?? {}, it: whole.properties?.['it'] ?? {} });
    if (!isRecord(moved) || !isRecord(moved['defs']) || !isRecord(moved['it'])) return {};
    Object.assign(components, moved['defs']);
    return moved['it'];
  }

  return { components, write };
}

function errorSchema(): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(plainErrorBody, { io: 'input' });
  return {
    ...schema,
    properties: { ...schema.properties, code: { type: 'string', enum: Object.keys(serviceErrorTable) } },
  };
}
