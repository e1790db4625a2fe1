// The messages and services of the SDK as the interface of Agones names them, in the JSON of protobuf.js: nothing is parsed, and no
// file has to be found beside the bundle.
import type { fromJSON } from '@grpc/proto-loader';
import type { sdkCalls } from './sdk-calls.ts';

type Field = { type: string; id: number; rule?: 'repeated'; keyType?: string };
type Fields = Readonly<Record<string, Field>>;
type Method = {
  requestType: string;
  responseType: string;
  comment: string;
  requestStream?: true;
  responseStream?: true;
};

const text = (id: number): Field => ({ type: 'string', id });
const texts = (id: number): Field => ({ type: 'string', id, rule: 'repeated' });
const int64 = (id: number): Field => ({ type: 'int64', id });
const int32 = (id: number): Field => ({ type: 'int32', id });
const flag = (id: number): Field => ({ type: 'bool', id });
const one = (type: string, id: number): Field => ({ type, id });
const many = (type: string, id: number): Field => ({ type, id, rule: 'repeated' });
const mapTo = (type: string, id: number): Field => ({ keyType: 'string', type, id });

type Namespace = Parameters<typeof fromJSON>[0];
type Nested = NonNullable<Namespace['nested']>;

const message = (fields: Fields, nested?: Nested) => ({ fields, ...(nested === undefined ? {} : { nested }) });
const calls = <Names extends keyof typeof sdkCalls>(methods: Record<Names, [request: string, response: string]>) =>
  Object.fromEntries(
    Object.entries<[string, string]>(methods).map(([name, [requestType, responseType]]): [string, Method] => [
      name,
      { requestType, responseType, comment: '' },
    ]),
  );

const gameServer = message(
  { object_meta: one('ObjectMeta', 1), spec: one('Spec', 2), status: one('Status', 3) },
  {
    ObjectMeta: message({
      name: text(1),
      namespace: text(2),
      uid: text(3),
      resource_version: text(4),
      generation: int64(5),
      creation_timestamp: int64(6),
      deletion_timestamp: int64(7),
      annotations: mapTo('string', 8),
      labels: mapTo('string', 9),
    }),
    Spec: message(
      { health: one('Health', 1) },
      {
        Health: message({
          disabled: flag(1),
          period_seconds: int32(2),
          failure_threshold: int32(3),
          initial_delay_seconds: int32(4),
        }),
      },
    ),
    Status: message(
      {
        state: text(1),
        address: text(2),
        addresses: many('Address', 7),
        ports: many('Port', 3),
        counters: mapTo('CounterStatus', 5),
        lists: mapTo('ListStatus', 6),
      },
      {
        Address: message({ type: text(1), address: text(2) }),
        Port: message({ name: text(1), port: int32(2) }),
        CounterStatus: message({ count: int64(1), capacity: int64(2) }),
        ListStatus: message({ capacity: int64(1), values: texts(2) }),
      },
    ),
  },
);

const stable = {
  SDK: {
    methods: {
      ...calls({
        Ready: ['Empty', 'Empty'],
        Allocate: ['Empty', 'Empty'],
        Shutdown: ['Empty', 'Empty'],
        GetGameServer: ['Empty', 'GameServer'],
        SetLabel: ['KeyValue', 'Empty'],
        SetAnnotation: ['KeyValue', 'Empty'],
        Reserve: ['Duration', 'Empty'],
      }),
      Health: { requestType: 'Empty', responseType: 'Empty', requestStream: true, comment: '' },
      WatchGameServer: { requestType: 'Empty', responseType: 'GameServer', responseStream: true, comment: '' },
    },
  },
  Empty: message({}),
  KeyValue: message({ key: text(1), value: text(2) }),
  Duration: message({ seconds: int64(1) }),
  GameServer: gameServer,
};

const alpha = {
  SDK: {
    methods: calls({
      PlayerConnect: ['PlayerID', 'Bool'],
      PlayerDisconnect: ['PlayerID', 'Bool'],
      IsPlayerConnected: ['PlayerID', 'Bool'],
      GetConnectedPlayers: ['Empty', 'PlayerIDList'],
      GetPlayerCount: ['Empty', 'Count'],
      GetPlayerCapacity: ['Empty', 'Count'],
      SetPlayerCapacity: ['Count', 'Empty'],
    }),
  },
  Empty: message({}),
  Count: message({ count: int64(1) }),
  Bool: message({ bool: flag(1) }),
  PlayerID: message({ playerID: text(1) }),
  PlayerIDList: message({ list: texts(1) }),
};

const beta = {
  SDK: {
    methods: calls({
      GetCounter: ['GetCounterRequest', 'Counter'],
      UpdateCounter: ['UpdateCounterRequest', 'Counter'],
      GetList: ['GetListRequest', 'List'],
      UpdateList: ['UpdateListRequest', 'List'],
      AddListValue: ['AddListValueRequest', 'List'],
      RemoveListValue: ['RemoveListValueRequest', 'List'],
    }),
  },
  // As google.protobuf has them; a message's own name is no part of what is sent.
  Int64Value: message({ value: int64(1) }),
  FieldMask: message({ paths: texts(1) }),
  Counter: message({ name: text(1), count: int64(2), capacity: int64(3) }),
  CounterUpdateRequest: message({
    name: text(1),
    count: one('Int64Value', 2),
    capacity: one('Int64Value', 3),
    countDiff: int64(4),
  }),
  GetCounterRequest: message({ name: text(1) }),
  UpdateCounterRequest: message({ counterUpdateRequest: one('CounterUpdateRequest', 1) }),
  List: message({ name: text(1), capacity: int64(2), values: texts(3) }),
  GetListRequest: message({ name: text(1) }),
  UpdateListRequest: message({ list: one('List', 1), update_mask: one('FieldMask', 2) }),
  AddListValueRequest: message({ name: text(1), value: text(2) }),
  RemoveListValueRequest: message({ name: text(1), value: text(2) }),
};

const inPackage = (nested: Nested): Namespace => ({ nested: { agones: { nested: { dev: { nested } } } } });

/** The package `agones.dev.sdk`, with `alpha` and `beta` in it. */
export const protoDescriptor = inPackage({
  sdk: { nested: { ...stable, alpha: { nested: alpha }, beta: { nested: beta } } },
});
