// Makes a switch over a union exhaustive: a case that is forgotten does not compile.

/** Never returns. Its argument's type is `never` only when every case is handled. */
export function assertNever(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
