// Makes tiny programs of each system: real heads, and nothing behind them that could run.

export type ElfOptions = {
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
const GLIBC_LOADER = '/lib64/ld-linux-x86-64.so.2';

/** An ELF file; by default a program for Linux on x64 that needs nothing but its loader. */
export function elf(options: ElfOptions = {}): Buffer {
  const { interpreter = GLIBC_LOADER, bits = 64 } = options;
  const shape = bits === 64 ? { word: 8, head: 64, segment: 56 } : { word: 4, head: 52, segment: 32 };
  const loader = Buffer.from(interpreter === null ? '' : `${interpreter}\0`, 'latin1');
  const { table, entries } = namesOf(options);
  const loaderAt = shape.head + 3 * shape.segment;
  const tableAt = loaderAt + loader.length;
  const dynamicAt = tableAt + table.length;
  const dynamic = [...entries, [5, ADDRESS + tableAt], [10, table.length], [0, 0]].flat();
  const file = Buffer.alloc(dynamicAt + dynamic.length * shape.word);
  const put = numberWriter(file, options);
  writeHead(file, put, options, shape);
  const segment = (number: number, kind: number, offset: number, length: number) => {
    const at = shape.head + number * shape.segment;
    put.u32(at, kind);
    const places = bits === 64 ? [8, 16, 32] : [4, 8, 16];
    for (const [index, value] of [offset, ADDRESS + offset, length].entries())
      put.word(at + (places[index] ?? 0), value);
  };
  segment(0, 1, 0, file.length);
  segment(1, 2, dynamicAt, dynamic.length * shape.word);
  segment(2, interpreter === null ? 0 : 3, loaderAt, loader.length);
  file.set(loader, loaderAt);
  file.set(table, tableAt);
  for (const [index, value] of dynamic.entries()) put.word(dynamicAt + index * shape.word, value);
  return Buffer.concat([file, Buffer.from(options.end ?? '', 'latin1')]);
}

/** The texts of a program that the system's loader reads, and the entries that point at them. */
function namesOf({ needed = [], runPath }: ElfOptions): { table: Buffer; entries: number[][] } {
  const names = [...needed, ...(runPath === undefined ? [] : [runPath])];
  const table = Buffer.from(`\0${names.map((name) => `${name}\0`).join('')}`, 'latin1');
  const placeOf = (name: string) => table.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
  const paths = runPath === undefined ? [] : [[29, placeOf(runPath)]];
  return { table, entries: [...needed.map((name) => [1, placeOf(name)]), ...paths] };
}

type Writer = Record<'u16' | 'u32' | 'word', (at: number, value: number) => void>;

function numberWriter(file: Buffer, { bits = 64, isBigEndian = false }: ElfOptions): Writer {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const u32 = (at: number, value: number) => view.setUint32(at, value, !isBigEndian);
  const u64 = (at: number, value: number) => view.setBigUint64(at, BigInt(value), !isBigEndian);
  return { u16: (at, value) => view.setUint16(at, value, !isBigEndian), u32, word: bits === 64 ? u64 : u32 };
}

function writeHead(file: Buffer, put: Writer, options: ElfOptions, shape: { head: number; segment: number }): void {
  const { machine = 62, type = 3, bits = 64, isBigEndian = false } = options;
  const [segmentsAt, sizeAt] = bits === 64 ? [32, 54] : [28, 42];
  file.set([0x7f, 0x45, 0x4c, 0x46, bits / 32, isBigEndian ? 2 : 1, 1]);
  put.u16(16, type);
  put.u16(18, machine);
  put.word(segmentsAt, shape.head);
  put.u16(sizeAt, shape.segment);
  put.u16(sizeAt + 2, 3);
}

/** A shared library for Linux. */
export function elfLibrary(options: ElfOptions = {}): Buffer {
  return elf({ interpreter: null, ...options });
}

/** A PE file; by default a program for Windows on x64. */
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

/** A Mach-O file for one processor; by default a program for arm64. */
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
