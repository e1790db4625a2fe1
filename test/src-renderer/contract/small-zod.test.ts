// The window's reader of schemas beside zod itself: over the whole contract, both take the same, make the same of it, and find the
// same problems of ours.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as zod from 'zod/v4';
import { limitProblems } from '../../../src-shared/service/text-limits.ts';

type Contract = typeof import('../../../src-shared/bridge/contract.ts')['slipwayBridge'];
type Manifest = typeof import('../../../src-shared/service/build-manifest.ts')['buildManifest'];
type Loaded = { contract: Contract; manifest: Manifest };

let real: Loaded;
let small: Loaded;

beforeAll(async () => {
  small = await load();
  vi.resetModules();
  vi.doMock('../../../src-renderer/contract/zod.ts', () => ({ z: zod }));
  real = await load();
});

// Other files run in this process after it, and must not meet schemas of both.
afterAll(() => {
  vi.doUnmock('../../../src-renderer/contract/zod.ts');
  vi.resetModules();
});

async function load(): Promise<Loaded> {
  const { slipwayBridge } = await import('../../../src-shared/bridge/contract.ts');
  const { buildManifest } = await import('../../../src-shared/service/build-manifest.ts');
  return { contract: slipwayBridge, manifest: buildManifest };
}

/** What there is to say about a value: what was made of it, or what is wrong. Where forms ask, they ask for each place. */
function verdict(schema: zod.ZodType, value: unknown, isForm: boolean) {
  const { success, data, error } = schema.safeParse(value);
  if (success) return { data };
  const problems = limitProblems(error);
  return { problems, ...(isForm || problems !== undefined ? { first: error.issues[0]?.path } : {}) };
}

describe('the small reader', () => {
  test('stands in for zod here, and zod for itself', () => {
    expect(small.manifest).not.toBeInstanceOf(zod.ZodType);
    expect(real.manifest).toBeInstanceOf(zod.ZodType);
  });

  test('reads what is sent with every call as zod does', () => {
    for (const name of Object.keys(real.contract.calls) as (keyof Contract['calls'])[])
      compare(name, real.contract.calls[name].input, small.contract.calls[name].input);
  });

  test('reads what every call answers as zod does', () => {
    for (const name of Object.keys(real.contract.calls) as (keyof Contract['calls'])[])
      compare(name, real.contract.calls[name].output, small.contract.calls[name].output);
  });

  test('reads the settings of builds as zod does', () => {
    compare('slipway.json', real.manifest, small.manifest, { isForm: true, numRuns: 1_000 });
  });
});

function compare(name: string, byZod: zod.ZodType, byOurs: zod.ZodType, { isForm = false, numRuns = 60 } = {}): void {
  const check = fc.property(valuesFor(byZod), (value) => {
    expect(verdict(byOurs, value, isForm), name).toEqual(verdict(byZod, value, isForm));
  });
  fc.assert(check, { numRuns });
}

const anything = fc.constantFrom<unknown>(undefined, null, true, 0, 1.5, -1, 2 ** 53, '', 'udp', [], {}, ['a'], {
  a: 1,
});
const texts = fc.constantFrom(
  '',
  'a',
  'udp',
  ' x ',
  'x'.repeat(40),
  'y'.repeat(9_000),
  'a\u0000',
  '\u200b',
  'https://a.example/x',
  '2026-11-24T12:00:00.000Z',
  '12',
  'QUJD',
  'game',
  '../x',
  '11111111-2222-3333-4444-555555555555',
);
const numbers = fc.oneof(fc.constantFrom(-1, 0, 1, 1.5, 65_536, 8, 9, 1_000_000), fc.integer({ min: 0, max: 70_000 }));

/** Mostly what the schema takes, now and then something else, at any depth. */
function valuesFor(schema: zod.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema), weight: 12 }, { arbitrary: anything, weight: 1 });
}

type Inside = {
  type: string;
  shape: Record<string, zod.ZodType>;
  items: zod.ZodType[];
  options: zod.ZodType[];
  element: zod.ZodType;
  keyType: zod.ZodType;
  valueType: zod.ZodType;
  innerType: zod.ZodType;
  left: zod.ZodType;
  right: zod.ZodType;
  in: zod.ZodType;
  entries: Record<string, unknown>;
  values: unknown[];
};

const orNothing = ({ innerType }: Inside) => fc.oneof(fc.constantFrom(undefined, null), valuesFor(innerType));

const byKind: Readonly<Record<string, (inside: Inside) => fc.Arbitrary<unknown>>> = {
  object: ({ shape }) => {
    const requiredKeys = Object.keys(shape).filter((key) => shape[key]?.safeParse(undefined).success !== true);
    return fc.record(Object.fromEntries(Object.entries(shape).map(([key, of]) => [key, valuesFor(of)])), {
      requiredKeys,
    });
  },
  array: ({ element }) => fc.array(valuesFor(element), { maxLength: 4 }),
  tuple: ({ items }) => fc.tuple(...items.map(valuesFor)),
  record: ({ keyType, valueType }) =>
    fc.dictionary(fc.oneof(valuesFor(keyType).map(String), fc.constant('players')), valuesFor(valueType), {
      maxKeys: 3,
    }),
  union: ({ options }) => fc.oneof(...options.map(valuesFor)),
  intersection: ({ left, right }) =>
    fc.tuple(valuesFor(left), valuesFor(right)).map((both) => Object.assign({}, ...both)),
  optional: orNothing,
  nullable: orNothing,
  default: orNothing,
  pipe: (inside) => fitting(inside.in),
  enum: ({ entries }) => fc.constantFrom(...Object.values(entries)),
  literal: ({ values }) => fc.constantFrom(...values),
  boolean: () => fc.boolean(),
  number: () => numbers,
  string: () => texts,
};

function fitting(schema: zod.ZodType): fc.Arbitrary<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod has a type for each kind; here each kind takes its own
  const inside = schema._zod.def as unknown as Inside;
  return byKind[inside.type]?.(inside) ?? anything;
}
