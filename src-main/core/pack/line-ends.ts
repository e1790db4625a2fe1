// Line ends of scripts: with those of Windows, Linux and macOS look for a program whose name ends with a carriage return.

const RETURN = 0x0d;
const NEWLINE = 0x0a;
/** No script that a person wrote is larger. */
export const SCRIPT_BYTES = 4 * 1_048_576;

/** Whether the first line of a script ends as Windows ends it; the rest then usually does as well. */
export function hasWindowsLineEnds(start: Buffer): boolean {
  const end = start.indexOf(NEWLINE);
  return end > 0 && start[end - 1] === RETURN;
}

/** The script with the line ends of Linux and macOS. */
export function unixLineEnds(script: Buffer): Buffer {
  return Buffer.from(script.filter((byte, at) => byte !== RETURN || script[at + 1] !== NEWLINE));
}
