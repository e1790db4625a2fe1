// Reads numbers and texts out of bytes, whatever the byte order. What lies beyond the end reads as nothing, never as an error.

/** Bytes of a file: `length` of them from `offset` on, or fewer where it ends or is not known. */
export type ReadRange = (offset: number, length: number) => Uint8Array;

/** Numbers of a piece of bytes. Places beyond the end answer undefined. */
export type Numbers = {
  readonly length: number;
  u8(at: number): number | undefined;
  u16(at: number): number | undefined;
  u32(at: number): number | undefined;
  /** A 64-bit number, or undefined if it is larger than any file. */
  u64(at: number): number | undefined;
};

/** The numbers of these bytes. */
export function numbersOf(bytes: Uint8Array, isLittleEndian: boolean): Numbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inside = (at: number, size: number) => at >= 0 && at + size <= bytes.length;
  return {
    length: bytes.length,
    u8: (at) => bytes[at],
    u16: (at) => (inside(at, 2) ? view.getUint16(at, isLittleEndian) : undefined),
    u32: (at) => (inside(at, 4) ? view.getUint32(at, isLittleEndian) : undefined),
    u64: (at) => {
      if (!inside(at, 8)) return undefined;
      const value = Number(view.getBigUint64(at, isLittleEndian));
      return Number.isSafeInteger(value) ? value : undefined;
    },
  };
}

/** The text from a place on to the next zero byte; undefined if there is none within `most` bytes. */
export function textAt(bytes: Uint8Array, at: number, most = 4_096): string | undefined {
  if (at < 0 || at >= bytes.length) return undefined;
  const end = bytes.indexOf(0, at);
  if (end < 0 || end - at > most) return undefined;
  return latin1(bytes.subarray(at, end));
}

/** Bytes as text, one character each: enough for marks, and safe for any bytes. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Whether the bytes begin with these. */
export function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

/** Whether a program carries the data of a Godot game at its end. */
export function hasGodotPack(read: ReadRange, size: number): boolean {
  return size > 12 && latin1(read(size - 4, 4)) === 'GDPC';
}
