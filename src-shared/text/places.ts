// The places of a sentence: names in braces, which are filled in when it is said.

/** The names in braces within a sentence. Braces of JSON, which have quotes in them, are no places. */
export type Places<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}"${string}` ? never : Name) | Places<Rest>
  : never;

/** A place, and what follows it at once. */
export const PLACE = /\{(\w+)\}(?=([^\s{])?)/g;

/** The names of all places of a sentence. */
export function placesOf(sentence: string): string[] {
  return [...sentence.matchAll(PLACE)].map(([, name = '']) => name);
}
