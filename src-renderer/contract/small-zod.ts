// What reads by the contract's schemas in the window's bundle, in place of zod (decision 82): as much of zod as `src-shared` and the
// window's forms ask for. It takes the same values and makes the same of them; of problems it has the place, and the params of our own.

type Issue = { code: string; path: PropertyKey[]; params?: Record<string, unknown> };
type Read = (value: unknown, issues: Issue[]) => unknown;
type Shape = Readonly<Record<string, Schema>>;
/** What only some schemas have: what they wrap, their fields, or their choices. */
type Parts = { inner?: Schema; shape?: Shape; options?: readonly unknown[] };

class Schema {
  readonly shape: Shape;
  readonly options: readonly unknown[];
  readonly read: Read;
  readonly #inner: Schema | undefined;

  constructor(read: Read, { inner, shape = {}, options = [] }: Parts = {}) {
    this.read = read;
    this.shape = shape;
    this.options = options;
    this.#inner = inner;
  }

  safeParse(value: unknown) {
    const issues: Issue[] = [];
    const data = this.read(value, issues);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  }

  parse(value: unknown): unknown {
    const { success, data, error } = this.safeParse(value);
    if (!success) throw new Error(JSON.stringify(error));
    return data;
  }

  optional(): Schema {
    return this.#or((value) => value === undefined);
  }

  nullable(): Schema {
    return this.#or((value) => value === null);
  }

  nullish(): Schema {
    return this.#or((value) => value === undefined || value === null);
  }

  default(value: unknown): Schema {
    return this.#or(
      (given) => given === undefined,
      () => value,
    );
  }

  unwrap(): Schema {
    return this.#inner ?? this;
  }

  min(least: number): Schema {
    return this.refine((value) => sizeOf(value) >= least, 'too_small');
  }

  max(most: number): Schema {
    return this.refine((value) => sizeOf(value) <= most, 'too_big');
  }

  lte(most: number): Schema {
    return this.max(most);
  }

  positive(): Schema {
    return this.refine((value) => sizeOf(value) > 0, 'too_small');
  }

  regex(pattern: RegExp): Schema {
    return this.refine((value) => pattern.test(String(value)), 'invalid_format');
  }

  /** The second argument is zod's message, which the window never shows. */
  refine(isFine: (value: never) => boolean, code = 'custom'): Schema {
    return this.check(({ value, issues }) => {
      if (!isFine(value)) issues.push({ code, path: [] });
    });
  }

  /** Looks only at what is sound so far. */
  check(look: (payload: { value: never; issues: Issue[] }) => void): Schema {
    const { shape, options } = this;
    return new Schema(
      (value, issues) => {
        const own: Issue[] = [];
        const read = this.read(value, own);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read has the type that the check asks for
        if (own.length === 0) look({ value: read as never, issues: own });
        issues.push(...own);
        return read;
      },
      { shape, options, ...(this.#inner === undefined ? {} : { inner: this.#inner }) },
    );
  }

  transform(change: (value: never, context: { addIssue(issue: Omit<Issue, 'path'>): void }) => unknown): Schema {
    return this.#next((read, issues) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      change(read as never, { addIssue: (issue) => issues.push({ ...issue, path: [] }) }),
    );
  }

  pipe(next: Schema): Schema {
    return this.#next(next.read);
  }

  extend(more: Shape): Schema {
    return object({ ...this.shape, ...more });
  }

  pick(keys: Readonly<Record<string, true>>): Schema {
    return object(Object.fromEntries(Object.entries(this.shape).filter(([key]) => Object.hasOwn(keys, key))));
  }

  partial(): Schema {
    return object(Object.fromEntries(Object.entries(this.shape).map(([key, schema]) => [key, schema.optional()])));
  }

  exclude(some: readonly unknown[]): Schema {
    return choice(this.options.filter((option) => !some.includes(option)));
  }

  and(other: Schema): Schema {
    return new Schema((value, issues) => ({
      ...Object(this.read(value, issues)),
      ...Object(other.read(value, issues)),
    }));
  }

  /** For types alone, as the next two are for documents. */
  readonly(): this {
    return this;
  }

  describe(): this {
    return this;
  }

  meta(): this {
    return this;
  }

  #next(read: Read): Schema {
    return new Schema((value, issues) => {
      const own: Issue[] = [];
      const first = this.read(value, own);
      const last = own.length === 0 ? read(first, own) : first;
      issues.push(...own);
      return last;
    });
  }

  #or(isNothing: (value: unknown) => boolean, instead = (value: unknown): unknown => value): Schema {
    return new Schema((value, issues) => (isNothing(value) ? instead(value) : this.read(value, issues)), {
      inner: this,
    });
  }
}

function sizeOf(value: unknown): number {
  return typeof value === 'number' ? value : Object(value).length;
}

function such(isOne: (value: unknown) => boolean, parts?: Parts): Schema {
  return new Schema((value, issues) => {
    if (!isOne(value)) issues.push({ code: 'invalid_type', path: [] });
    return value;
  }, parts);
}

function within(key: PropertyKey, schema: Schema, value: unknown, issues: Issue[]): unknown {
  const own: Issue[] = [];
  const read = schema.read(value, own);
  issues.push(...own.map((issue) => ({ ...issue, path: [key, ...issue.path] })));
  return read;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(shape: Shape, isStrict = false): Schema {
  const read: Read = (value, issues) => {
    if (!isRecord(value)) {
      issues.push({ code: 'invalid_type', path: [] });
      return value;
    }
    if (isStrict && Object.keys(value).some((key) => !Object.hasOwn(shape, key)))
      issues.push({ code: 'unrecognized_keys', path: [] });
    const entries = Object.entries(shape).map(
      ([key, schema]) => [key, within(key, schema, value[key], issues)] as const,
    );
    return Object.fromEntries(entries.filter(([key, made]) => made !== undefined || key in value));
  };
  return new Schema(read, { shape });
}

export function record(key: Schema, of: Schema): Schema {
  return new Schema((value, issues) => {
    if (!isRecord(value)) {
      issues.push({ code: 'invalid_type', path: [] });
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => {
        within(name, key, name, issues);
        return [name, within(name, of, entry, issues)];
      }),
    );
  });
}

export function array(of: Schema): Schema {
  return new Schema((value, issues) => {
    if (Array.isArray(value)) return value.map((entry, n) => within(n, of, entry, issues));
    issues.push({ code: 'invalid_type', path: [] });
    return value;
  });
}

export function tuple(each: readonly Schema[]): Schema {
  const all = array(unknown()).refine(({ length }: unknown[]) => length === each.length, 'invalid_length');
  return all.pipe(new Schema((value, issues) => each.map((schema, n) => within(n, schema, Object(value)[n], issues))));
}

export function union(options: readonly Schema[]): Schema {
  return new Schema(
    (value, issues) => {
      const reads = options.map((option) => option.safeParse(value));
      const taken = reads.find(({ success }) => success);
      if (taken === undefined) issues.push({ code: 'invalid_union', path: [] });
      return taken === undefined ? value : taken.data;
    },
    { options },
  );
}

/** The option whose discriminator matches the value says what is wrong with it. */
export function discriminatedUnion(mark: string, options: readonly Schema[]): Schema {
  return new Schema(
    (value, issues) => {
      const one = options.find(({ shape }) => shape[mark]?.safeParse(Object(value)[mark]).success);
      if (one !== undefined) return one.read(value, issues);
      issues.push({ code: 'invalid_union', path: [] });
      return value;
    },
    { options },
  );
}

function choice(options: readonly unknown[]): Schema {
  return such((value) => options.includes(value), { options });
}

export const literal = (value: unknown): Schema => choice([value]);
export const string = (): Schema => such((value) => typeof value === 'string');
export const boolean = (): Schema => such((value) => typeof value === 'boolean');
export const number = (): Schema => such(Number.isFinite);
export const int = (): Schema => such(Number.isSafeInteger);
export const unknown = (): Schema => such(() => true);
const text = (pattern: RegExp): Schema => string().regex(pattern);
export const base64 = (): Schema => text(/^(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2}==|[\dA-Za-z+/]{3}=)?$/);
export const strictObject = (shape: Shape): Schema => object(shape, true);
/** Times as the service writes them. */
export const iso = {
  datetime: (): Schema =>
    text(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/),
};
export const NEVER = undefined;
export const url = (): Schema => such((value) => typeof value === 'string' && URL.canParse(value.trim()));
const nothing = (): Schema => such((value) => value === undefined);
const instance = (kind: new (...given: never[]) => unknown): Schema => such((value) => value instanceof kind);

export { choice as enum, instance as instanceof, nothing as void, record as partialRecord };
