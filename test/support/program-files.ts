// Makes tiny programs of each system: real heads, and nothing behind them that could run.

export type ElfWish = {
  machine?: number;
  bits?: 32 | 64;
  isBigEndian?: boolean;
  /** 2 a program at a fixed place, 3 a library or a program that can be put anywhere, 4 a core dump. */
  type?: number;
  interpreter?: string | null;
  needed?: readonly string[];
  runPath?: string;
  /** Bytes at the very end. */
  end?: string;
};

const ADDRESS = 0x1000;

/** An ELF file; without wishes a program for Linux on x64 that needs nothing but its loader. */
export function elf(wish: ElfWish = {}): Buffer {
  const { machine = 62, bits = 64, isBigEndian = false, type = 3, needed = [], runPath, end = '' } = wish;
  const { interpreter = '/lib64/ld-linux-x86-64.so.2' } = wish;
  const wide = bits === 64;
  const [word, headSize, segmentSize] = wide ? [8, 64, 56] : [4, 52, 32];
  const segments = interpreter === null ? 2 : 3;
  const texts = ['', ...needed, ...(runPath === undefined ? [] : [runPath])];
  const table = Buffer.from(texts.map((text) => `${text}\0`).join(''), 'latin1');
  const placeOf = (text: string) => table.indexOf(`\0${text}\0`, 0, 'latin1') + 1;
  const loader = Buffer.from(interpreter === null ? '' : `${interpreter}\0`, 'latin1');
  const loaderAt = headSize + segments * segmentSize;
  const tableAt = loaderAt + loader.length;
  const dynamicAt = tableAt + table.length;
  const entries = [
    ...needed.map((name) => [1, placeOf(name)]),
    ...(runPath === undefined ? [] : [[29, placeOf(runPath)]]),
    ...[
      [5, ADDRESS + tableAt],
      [10, table.length],
      [0, 0],
    ],
  ];
  const size = dynamicAt + entries.length * 2 * word;
  const file = Buffer.alloc(size);
  const u16 = (at: number, value: number) =>
    isBigEndian ? file.writeUInt16BE(value, at) : file.writeUInt16LE(value, at);
  const u32 = (at: number, value: number) =>
    isBigEndian ? file.writeUInt32BE(value, at) : file.writeUInt32LE(value, at);
  const put = (at: number, value: number) => {
    if (!wide) u32(at, value);
    else if (isBigEndian) file.writeBigUInt64BE(BigInt(value), at);
    else file.writeBigUInt64LE(BigInt(value), at);
  };
  file.set([0x7f, 0x45, 0x4c, 0x46, wide ? 2 : 1, isBigEndian ? 2 : 1, 1]);
  u16(16, type);
  u16(18, machine);
  put(wide ? 32 : 28, headSize);
  u16(wide ? 54 : 42, segmentSize);
  u16(wide ? 56 : 44, segments);
  const segment = (number: number, kind: number, offset: number, length: number) => {
    const at = headSize + number * segmentSize;
    const [offsetAt, addressAt, sizeAt] = wide ? [8, 16, 32] : [4, 8, 16];
    u32(at, kind);
    put(at + offsetAt, offset);
    put(at + addressAt, ADDRESS + offset);
    put(at + sizeAt, length);
  };
  segment(0, 1, 0, size);
  segment(1, 2, dynamicAt, entries.length * 2 * word);
  if (interpreter !== null) segment(2, 3, loaderAt, loader.length);
  file.set(loader, loaderAt);
  file.set(table, tableAt);
  for (const [number, [tag = 0, value = 0]] of entries.entries()) {
    put(dynamicAt + number * 2 * word, tag);
    put(dynamicAt + number * 2 * word + word, value);
  }
  return Buffer.concat([file, Buffer.from(end, 'latin1')]);
}

/** A shared library for Linux. */
export function elfLibrary(wish: ElfWish = {}): Buffer {
  return elf({ interpreter: null, ...wish });
}

/** A PE file; without wishes a program for Windows on x64. */
export function pe({ machine = 0x8664, isLibrary = false, end = '' } = {}): Buffer {
  const file = Buffer.alloc(400);
  file.write('MZ', 'latin1');
  file.writeUInt32LE(0x80, 0x3c);
  file.write('PE\0\0', 0x80, 'latin1');
  file.writeUInt16LE(machine, 0x84);
  file.writeUInt16LE(isLibrary ? 0x2022 : 0x22, 0x80 + 22);
  file.writeUInt16LE(0x20b, 0x80 + 24);
  return Buffer.concat([file, Buffer.from(end, 'latin1')]);
}

/** A Mach-O file for one processor; without wishes a program for arm64. */
export function macho({ cpu = 0x0100_000c, type = 2 } = {}): Buffer {
  const file = Buffer.alloc(64);
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(cpu, 4);
  file.writeUInt32LE(type, 12);
  return file;
}

/** A Mach-O file that holds the programs of several processors. */
export function fatMacho(cpus: readonly number[]): Buffer {
  const file = Buffer.alloc(8 + cpus.length * 20);
  file.writeUInt32BE(0xcafebabe, 0);
  file.writeUInt32BE(cpus.length, 4);
  for (const [number, cpu] of cpus.entries()) file.writeUInt32BE(cpu, 8 + number * 20);
  return file;
}

/** A pack of Godot, by its head. */
export const godotPack = Buffer.from('GDPC\x02\0\0\0 a pack', 'latin1');
