// The calls of the SDK that have one answer: what each takes, and what it does. HTTP and gRPC carry the same ones.
import { z } from 'zod';
import type { GameServer } from './game-server.ts';
import { SdkError } from './sdk-error.ts';

/** JSON has a number of 64 bits as a text, and takes it as a number as well. */
const int64 = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,16}$/)
      .transform(Number),
  ])
  .refine((value) => Number.isSafeInteger(value), 'Expected a whole number.');
/** What is left out has the value that its kind begins with. */
const orEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const orZero = int64.nullish().transform((value) => value ?? 0);
/** A number that tells 0 from nothing: gRPC has it in an object. */
const wrapped = z
  .union([int64, z.object({ value: orZero }).transform(({ value }) => value)])
  .nullish()
  .transform((value) => value ?? undefined);
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);

const empty = z.object({});
const named = z.object({ name: orEmpty });
const pair = z.object({ key: orEmpty, value: orEmpty });
const listValue = z.object({ name: orEmpty, value: orEmpty });
const player = z
  .object({ playerID: orEmpty, player_id: orEmpty })
  .transform(({ playerID: id, player_id: other }) => (id === '' ? other : id));
const counterChange = z.object({ name: orEmpty, count: wrapped, capacity: wrapped, countDiff: orZero });
const listChange = z.object({
  list: z.object({ name: orEmpty, capacity: orZero, values: texts }),
  update_mask: z.object({ paths: texts }).nullish(),
});

type Call = (server: GameServer, input: unknown) => object;

function call<S extends z.ZodType>(schema: S, run: (server: GameServer, input: z.output<S>) => object | void): Call {
  return (server, input) => {
    const read = schema.safeParse(input ?? {});
    if (read.success) return run(server, read.data) ?? {};
    const [issue] = read.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'the message' : issue.path.join('.');
    throw new SdkError('invalid', `What is sent is not valid at ${where}: ${issue?.message ?? 'unknown'}`);
  };
}

/** False and 0 are left out, as everywhere in this JSON. */
const bool = (value: boolean) => (value ? { bool: true } : {});
const countOf = (count: number) => (count === 0 ? {} : { count: String(count) });

export const sdkCalls = {
  Ready: call(empty, (server) => server.ready()),
  Allocate: call(empty, (server) => server.allocate()),
  Shutdown: call(empty, (server) => server.shutdown()),
  Health: call(empty, (server) => server.reportHealth()),
  Reserve: call(z.object({ seconds: orZero }), (server, { seconds }) => server.reserve(seconds)),
  GetGameServer: call(empty, (server) => server.message()),
  SetLabel: call(pair, ({ metadata }, { key, value }) => metadata.setLabel(key, value)),
  SetAnnotation: call(pair, ({ metadata }, { key, value }) => metadata.setAnnotation(key, value)),
  GetCounter: call(named, ({ counters }, { name }) => counters.get(name)),
  UpdateCounter: call(
    z.object({ counterUpdateRequest: counterChange }),
    ({ counters }, { counterUpdateRequest: change }) => counters.update(change),
  ),
  GetList: call(named, ({ lists }, { name }) => lists.get(name)),
  UpdateList: call(listChange, ({ lists }, { list, update_mask: mask }) =>
    lists.update({ ...list, mask: mask?.paths ?? [] }),
  ),
  AddListValue: call(listValue, ({ lists }, { name, value }) => lists.add(name, value)),
  RemoveListValue: call(listValue, ({ lists }, { name, value }) => lists.remove(name, value)),
  PlayerConnect: call(player, ({ players }, id) => bool(players.connect(id))),
  PlayerDisconnect: call(player, ({ players }, id) => bool(players.disconnect(id))),
  IsPlayerConnected: call(player, ({ players }, id) => bool(players.isConnected(id))),
  GetConnectedPlayers: call(empty, ({ players }) => (players.size() === 0 ? {} : { list: players.ids() })),
  GetPlayerCount: call(empty, ({ players }) => countOf(players.size())),
  GetPlayerCapacity: call(empty, ({ players }) => countOf(players.capacity())),
  SetPlayerCapacity: call(z.object({ count: orZero }), ({ players }, { count }) => players.setCapacity(count)),
} as const satisfies Record<string, Call>;
export type SdkCallName = keyof typeof sdkCalls;
