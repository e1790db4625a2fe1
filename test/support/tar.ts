// A tar of a few files, made by hand, for builds in tests.

export type TarFile = string | { text: string | Uint8Array; mode?: number } | { link: string };

/** Files by path; a text alone is an ordinary file. */
export function tarOf(files: Record<string, TarFile>): Uint8Array<ArrayBuffer> {
  const blocks = Object.entries(files).flatMap(([path, file]) =>
    entry(path, typeof file === 'string' ? { text: file } : file),
  );
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function entry(path: string, file: Exclude<TarFile, string>): Buffer[] {
  if ('link' in file) return [header(path, { size: 0, mode: 0o777, type: '2', link: file.link })];
  const bytes = Buffer.from(file.text);
  const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
  return [header(path, { size: bytes.length, mode: file.mode ?? 0o644, type: '0', link: '' }), bytes, padding];
}

function header(
  path: string,
  { size, mode, type, link }: { size: number; mode: number; type: string; link: string },
): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write(link, 157, 100);
  block.write('ustar\u000000', 257, 'latin1');
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
