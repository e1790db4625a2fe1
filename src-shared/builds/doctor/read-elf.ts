// Reads the head of an ELF file (Linux and other Unix systems): processor, loader, needed libraries. Offsets come from the file, so each
// is checked; what makes no sense is left unknown.
import { hasGodotPack, type Numbers, numbersOf, type ReadRange, startsWith, textAt } from './bytes.ts';
import type { ProgramFacts } from './listing.ts';
import type { CpuName } from './report.ts';

const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const PT_INTERP = 3;
const DT_NEEDED = 1;
const DT_STRTAB = 5;
const DT_STRSZ = 10;
const DT_RPATH = 15;
const DT_RUNPATH = 29;
const DT_FLAGS_1 = 0x6ffffffb;
const DF_1_PIE = 0x0800_0000;
const ET_EXEC = 2;
const ET_CORE = 4;
const MOST_SEGMENTS = 512;
const MOST_SEGMENT_BYTES = 256;
const MOST_DYNAMIC = 65_536;
const MOST_TEXTS = 8 * 1_048_576;
const MOST_LIBRARIES = 1_024;

const machines: Readonly<Record<number, CpuName>> = { 3: 'x86', 40: 'arm', 62: 'x64', 183: 'arm64' };
/** Systems that use ELF and are not Linux. */
const otherSystems = new Set([1, 2, 6, 9, 12]);

type Segment = { type: number; offset: number; address: number; size: number };
type Shape = { numbers: (bytes: Uint8Array) => Numbers; is64: boolean };
type Dynamic = { tag: number; value: number };
type ElfFacts = Extract<ProgramFacts, { format: 'elf' }>;

/** What an ELF file's head says; undefined if it is none. */
export function readElf(read: ReadRange, size: number): ElfFacts | undefined {
  const head = read(0, 4_096);
  const shape = shapeOf(head);
  if (shape === undefined) return undefined;
  const numbers = shape.numbers(head);
  const segments = readSegments(read, shape, head);
  const interpreter = readInterpreter(read, segments);
  const dynamic = readDynamic(read, shape, segments);
  const flags = dynamic?.find(({ tag }) => tag === DT_FLAGS_1)?.value ?? 0;
  return {
    format: 'elf',
    os: otherSystems.has(head[7] ?? 0) ? 'other' : 'linux',
    cpus: [machines[numbers.u16(18) ?? 0] ?? 'other'],
    role: roleOf(numbers.u16(16), interpreter, flags),
    interpreter,
    ...readLibraries(read, segments, dynamic),
    hasGodotPack: hasGodotPack(read, size),
  };
}

/** Where in the file an ELF program says what it needs, as its head tells: for those who read it only once, front to end. */
export function dynamicRange(head: Uint8Array): { offset: number; length: number } | undefined {
  const shape = shapeOf(head);
  const segments = shape && readSegments((offset, length) => head.subarray(offset, offset + length), shape, head);
  const found = segments?.find(({ type }) => type === PT_DYNAMIC);
  return found && { offset: found.offset, length: Math.min(found.size, MOST_DYNAMIC) };
}

function shapeOf(head: Uint8Array): Shape | undefined {
  if (!startsWith(head, [0x7f, 0x45, 0x4c, 0x46]) || head.length < 52) return undefined;
  const isLittleEndian = head[5] !== 2;
  return { numbers: (bytes) => numbersOf(bytes, isLittleEndian), is64: head[4] === 2 };
}

/** A program that can be put anywhere has the type of a library. Its loader or a flag tells it apart. */
function roleOf(type: number | undefined, interpreter: string | undefined, flags: number): ElfFacts['role'] {
  if (type === ET_CORE) return 'core';
  const isProgram = type === ET_EXEC || interpreter !== undefined || Math.floor(flags / DF_1_PIE) % 2 === 1;
  return isProgram ? 'program' : 'library';
}

function readSegments(read: ReadRange, shape: Shape, bytes: Uint8Array): Segment[] {
  const head = shape.numbers(bytes);
  const at = shape.is64 ? head.u64(32) : head.u32(28);
  const entry = head.u16(shape.is64 ? 54 : 42) ?? 0;
  const count = Math.min(head.u16(shape.is64 ? 56 : 44) ?? 0, MOST_SEGMENTS);
  if (at === undefined || entry < (shape.is64 ? 56 : 32) || entry > MOST_SEGMENT_BYTES) return [];
  const table = shape.numbers(read(at, entry * count));
  return Array.from({ length: count }, (_, number) => readSegment(table, number * entry, shape.is64)).filter(
    (segment) => segment !== undefined,
  );
}

function readSegment(table: Numbers, at: number, is64: boolean): Segment | undefined {
  const type = table.u32(at);
  const word = is64 ? table.u64 : table.u32;
  const [offset, address, size] = (is64 ? [8, 16, 32] : [4, 8, 16]).map((place) => word(at + place));
  if (type === undefined || offset === undefined || address === undefined || size === undefined) return undefined;
  return { type, offset, address, size };
}

function readInterpreter(read: ReadRange, segments: readonly Segment[]): string | undefined {
  const found = segments.find(({ type }) => type === PT_INTERP);
  return found && textAt(read(found.offset, Math.min(found.size, 4_096)), 0);
}

function readDynamic(read: ReadRange, shape: Shape, segments: readonly Segment[]): Dynamic[] | undefined {
  const found = segments.find(({ type }) => type === PT_DYNAMIC);
  if (found === undefined) return [];
  const table = shape.numbers(read(found.offset, Math.min(found.size, MOST_DYNAMIC)));
  const [step, word] = shape.is64 ? [8, table.u64] : [4, table.u32];
  const entries: Dynamic[] = [];
  for (let at = 0; at + 2 * step <= table.length; at += 2 * step) {
    const tag = word(at);
    if (tag === 0) return entries;
    const value = word(at + step);
    if (tag !== undefined && value !== undefined) entries.push({ tag, value });
  }
  return undefined;
}

function readLibraries(
  read: ReadRange,
  segments: readonly Segment[],
  dynamic: readonly Dynamic[] | undefined,
): Pick<ElfFacts, 'needed' | 'runPaths'> {
  if (dynamic === undefined) return { needed: undefined, runPaths: [] };
  const valueOf = (wanted: number) => dynamic.find(({ tag }) => tag === wanted)?.value;
  const texts = readTexts(read, segments, valueOf(DT_STRTAB), valueOf(DT_STRSZ));
  const all = (wanted: number) =>
    dynamic.filter(({ tag }) => tag === wanted).map(({ value }) => texts && textAt(texts, value));
  const needed = all(DT_NEEDED).slice(0, MOST_LIBRARIES);
  const paths = [...all(DT_RUNPATH), ...all(DT_RPATH)].flatMap((list) => list?.split(':') ?? []);
  const known = needed.filter((name) => name !== undefined);
  return { needed: known.length === needed.length ? known : undefined, runPaths: paths.slice(0, 64) };
}

/** The table of texts is named by its address in memory; the segment that is loaded there tells its place in the file. */
function readTexts(
  read: ReadRange,
  segments: readonly Segment[],
  address: number | undefined,
  size: number | undefined,
): Uint8Array | undefined {
  if (address === undefined || size === undefined || size > MOST_TEXTS) return undefined;
  const home = segments.find(
    (each) => each.type === PT_LOAD && each.address <= address && address + size <= each.address + each.size,
  );
  if (home === undefined) return undefined;
  const texts = read(home.offset + address - home.address, size);
  return texts.length === size ? texts : undefined;
}
