// Every table of the records with the shape that each of its rows must have: for checking them, and for taking them out
// and in. A column that a new format adds is added here as well; a test compares the two.
import { z } from 'zod';
import { buildCompression, buildKind } from '../../../src-shared/service/builds.ts';
import { uuid } from '../../../src-shared/service/common.ts';
import { hostingPolicy, matchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import { killTimeout, resources } from '../../../src-shared/service/run-settings.ts';
import { serverState } from '../../../src-shared/service/servers.ts';
import { FAILED_STARTS, KEPT_SLOTS, NODES, OBJECTS, OF_BUILDS, OUTCOMES, TOKEN_LIMITS } from './formats.ts';
import { json } from './json-columns.ts';

export type Table = {
  readonly name: string;
  /** The columns that name a row, in the order rows are listed in. */
  readonly key: readonly string[];
  readonly row: z.ZodObject;
  /** Columns that came with a later format than the oldest export that is taken, with which, and what they hold of before. */
  readonly added?: Readonly<Record<string, { format: number; before: 0 | null }>>;
  /** The format that the table itself came with, if that is later. */
  readonly since?: number;
  /** Secrets stay out of an export. */
  readonly isSecret?: true;
  /** What is worth nothing elsewhere stays out as well. */
  readonly isOfHere?: true;
};

const name = z.string().min(1);
const count = z.int().min(0);
/** Milliseconds that a date can hold. */
const time = z.int().min(0).max(8_640_000_000_000_000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = (length?: number) =>
  z.instanceof(Uint8Array).refine((value) => length === undefined || value.length === length);

const flag = z.literal([0, 1]);
const crashColumns = {
  row: { crashes: count, last_crash_ts: time.nullable() },
  added: { crashes: { format: OUTCOMES, before: 0 }, last_crash_ts: { format: OUTCOMES, before: null } },
} as const;

export const tables: readonly Table[] = [
  { name: 'revision', key: ['only_row'], row: z.strictObject({ only_row: z.literal(1), value: count }) },
  {
    name: 'groups',
    key: ['group_id'],
    row: z.strictObject({
      group_id: uuid,
      display_name: name,
      create_ts: time,
      revision: count,
      billing: json('billing'),
      billing_revision: count,
    }),
  },
  {
    name: 'games',
    key: ['game_id'],
    row: z.strictObject({
      game_id: uuid,
      name_id: name,
      display_name: name,
      developer_group_id: uuid,
      create_ts: time,
      revision: count,
      logo_upload_id: uuid.nullable(),
      banner_upload_id: uuid.nullable(),
    }),
  },
  {
    name: 'versions',
    key: ['version_id'],
    added: { ...crashColumns.added, failed_starts: { format: FAILED_STARTS, before: 0 } },
    row: z.strictObject({
      version_id: uuid,
      game_id: uuid,
      display_name: name,
      create_ts: time,
      sequence: count,
      config: json('config'),
      ...crashColumns.row,
      failed_starts: count,
    }),
  },
  {
    name: 'namespaces',
    key: ['namespace_id'],
    added: { position: { format: OUTCOMES, before: null } },
    row: z.strictObject({
      namespace_id: uuid,
      game_id: uuid,
      name_id: name,
      display_name: name,
      create_ts: time,
      version_id: uuid,
      ...matchmakerConfig.shape,
      ...hostingPolicy.shape,
      builds_revision: count,
      servers_revision: count,
      held_back: count,
      position: count.nullable(),
    }),
  },
  {
    name: 'namespace_settings',
    key: ['namespace_id', 'number'],
    since: OUTCOMES,
    row: z.strictObject({
      namespace_id: uuid,
      number: z.int().min(1),
      set_ts: time,
      settings: json('settings'),
      origin: json('origin').nullable(),
    }),
  },
  {
    name: 'version_outcomes',
    key: ['namespace_id', 'version_id'],
    since: OUTCOMES,
    row: z.strictObject({
      namespace_id: uuid,
      version_id: uuid,
      deployed: count,
      ran_ms: count,
      served: flag,
      crashes: count,
      spoiled: flag,
    }),
  },
  {
    name: 'version_history',
    key: ['namespace_id', 'number'],
    added: {
      ...Object.fromEntries(
        ['set_number', 'origin', 'rolled_back', 'ran_ms', 'crashes', 'looped', 'served'].map((column) => [
          column,
          { format: OUTCOMES, before: column === 'rolled_back' ? 0 : null },
        ]),
      ),
      failed_starts: { format: FAILED_STARTS, before: null },
    },
    row: z.strictObject({
      namespace_id: uuid,
      number: z.int().min(1),
      version_id: uuid,
      deploy_ts: time,
      set_number: z.int().min(1).nullable(),
      origin: json('origin').nullable(),
      rolled_back: flag,
      ran_ms: count.nullable(),
      crashes: count.nullable(),
      looped: flag.nullable(),
      served: flag.nullable(),
      failed_starts: count.nullable(),
    }),
  },
  {
    name: 'uploads',
    key: ['upload_id'],
    added: { object: { format: OBJECTS, before: null } },
    row: z.strictObject({
      upload_id: uuid,
      kind: z.enum(['build', 'logo', 'banner']),
      game_id: uuid,
      path: name,
      content_length: count,
      part_size: z.int().min(1),
      create_ts: time,
      sha256: sha256.nullable(),
      complete_ts: time.nullable(),
      cut: json('cut').nullable(),
      object: json('object').nullable(),
    }),
  },
  {
    name: 'upload_parts',
    key: ['upload_id', 'number'],
    row: z.strictObject({ upload_id: uuid, number: z.int().min(1), digest: bytes(32), receive_ts: time }),
  },
  {
    name: 'torn_parts',
    key: ['upload_id', 'number'],
    row: z.strictObject({ upload_id: uuid, number: z.int().min(1), bytes: count, receive_ts: time }),
    isOfHere: true,
  },
  {
    name: 'builds',
    key: ['build_id'],
    added: { ...OF_BUILDS, ...crashColumns.added },
    row: z.strictObject({
      build_id: uuid,
      game_id: uuid,
      namespace_id: uuid,
      upload_id: uuid,
      name,
      image_tag: name,
      kind: buildKind,
      compression: buildCompression,
      tags: json('tags'),
      create_ts: time,
      revision: count,
      version_id: uuid.nullable(),
      idempotency_key: name.nullable(),
      multipart: z.literal([0, 1]),
      refusal: name.nullable(),
      resources: json('resources').nullable(),
      ...crashColumns.row,
    }),
  },
  {
    name: 'regions',
    key: ['region_id'],
    row: z.strictObject({
      region_id: uuid,
      name_id: name,
      display_name: name,
      conditions: json('conditions'),
      create_ts: time,
    }),
  },
  {
    name: 'servers',
    key: ['server_id'],
    added: { kept_slot: { format: KEPT_SLOTS, before: null }, node_id: { format: NODES, before: null } },
    row: z.strictObject({
      server_id: uuid,
      game_id: uuid,
      namespace_id: uuid,
      build_id: uuid,
      version_id: uuid.nullable(),
      datacenter_id: uuid,
      create_ts: time,
      start_ts: time.nullable(),
      destroy_ts: time.nullable(),
      tags: json('tags'),
      wish: json('wish'),
      runtime: json('runtime'),
      ports: json('ports'),
      ...resources.shape,
      kill_timeout: killTimeout,
      kept: z.literal([0, 1]),
      state: serverState,
      problem: name.nullable(),
      hint: name.nullable(),
      exit: json('exit').nullable(),
      pid: count.nullable(),
      identity: name.nullable(),
      command: name.nullable(),
      revision: count,
      kept_slot: count.nullable(),
      node_id: name.nullable(),
    }),
  },
  {
    name: 'nodes',
    key: ['node_id'],
    since: NODES,
    row: z.strictObject({
      node_id: name,
      node: json('node'),
      seen_ts: time,
      lost_ts: time.nullable(),
      drain_ts: time.nullable(),
      drain_end_ts: time.nullable(),
    }),
    isOfHere: true,
  },
  {
    name: 'tokens',
    key: ['token_id'],
    row: z.strictObject({
      token_id: uuid,
      kind: z.enum(['cloud', 'service']),
      name: z.string(),
      game_id: uuid,
      namespace_id: uuid.nullable(),
      hash: bytes(32),
      create_ts: time,
      last_used_ts: time.nullable(),
      can: json('can').nullable(),
      expire_ts: time.nullable(),
    }),
    added: { can: { format: TOKEN_LIMITS, before: null }, expire_ts: { format: TOKEN_LIMITS, before: null } },
    isSecret: true,
  },
  {
    name: 'device_links',
    key: ['link_id'],
    row: z.strictObject({
      link_id: uuid,
      revision: count,
      expire_ts: time,
      sealed_token: bytes().nullable(),
      refused: flag,
    }),
    isSecret: true,
  },
];
