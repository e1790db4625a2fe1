// Puts PNG pictures of several sizes into the one file that Windows (ICO) and macOS (ICNS) want.

export type Picture = { size: number; png: Buffer };

const ICO_HEAD = 6;
const ICO_ENTRY = 16;

export function packIco(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(ICO_HEAD + ICO_ENTRY * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = ICO_HEAD + ICO_ENTRY * at;
    head.writeUInt8(size % 256, entry); // 256 is written as 0
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The types of macOS for each size: the plain one, and the one for screens with twice the dots. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

export function packIcns(pictures: readonly Picture[]): Buffer {
  const blocks = pictures.flatMap(({ size, png }) => (icnsTypes[size] ?? []).map((type) => icnsBlock(type, png)));
  return icnsBlock('icns', Buffer.concat(blocks));
}

function icnsBlock(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + head.length, 4);
  return Buffer.concat([head, content]);
}
