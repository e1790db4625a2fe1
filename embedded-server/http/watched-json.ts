// Writes an answer as JSON, and the same object only once however many callers waited for it.

const written = new WeakMap<object, string>();

export function watchedJson(answer: object): string {
  const known = written.get(answer);
  if (known !== undefined) return known;
  const text = JSON.stringify(answer);
  written.set(answer, text);
  return text;
}
