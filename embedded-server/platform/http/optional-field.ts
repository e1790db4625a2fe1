// A field of an answer that is there only where something is known.

/** An object with this one field, or with none. */
export function given<K extends string, T>(key: K, value: T | null | undefined): { [Key in K]?: T } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object with this one key, or with none
  return (value === null || value === undefined ? {} : { [key]: value }) as { [Key in K]?: T };
}
