// The token of a device link in what a person pasted: the token alone, or an address that holds it somewhere. Pure.

/** Undefined where there is none. Spaces and line breaks around it do not matter. */
export function linkToken(text: string): string | undefined {
  return /[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/.exec(text.replaceAll(/\s+/g, ''))?.[0];
}
