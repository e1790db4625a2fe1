// Puts a resource into a Linux program as Node looks for it: a note of this name, in a segment of its own at the end of the file.
// What was in the file stays as it was, but for the header that says where the table of segments is.

const HEADER = { segmentsAt: 0x20, segmentSize: 0x36, segments: 0x38 } as const;
const LOAD = 1;
const NOTE = 4;
const TABLE = 6;
const READABLE = 4;
const SEGMENT_BYTES = 56;
/** As large as any of the pages of arm64. */
const PAGE = 0x1_00_00n;

type Segment = { type: number; bytes: Buffer; offset: bigint; address: bigint; memory: bigint };

export function injectIntoElf(program: Buffer, name: string, resource: Buffer): Buffer {
  const segments = readSegments(program);
  const loaded = segments.filter(({ type }) => type === LOAD);
  const [first] = loaded;
  if (first === undefined) throw new Error('This program has nothing to load');
  // Where the file has it is where memory has it: older kernels tell a program so where its segments are.
  const base = first.address - first.offset;
  const ends = loaded.map(({ address, memory }) => address + memory - base);
  const at = roundUp([BigInt(program.length), ...ends].reduce((a, b) => (a > b ? a : b)));
  const tableBytes = BigInt((segments.length + 2) * SEGMENT_BYTES);
  const note = noteOf(name, resource);
  const all = at + base;
  const load = segment(LOAD, at, all, tableBytes + BigInt(note.length), PAGE);
  const ours = segment(NOTE, at + tableBytes, all + tableBytes, BigInt(note.length), 4n);
  const lastLoaded = segments.findLastIndex(({ type }) => type === LOAD);
  const table = segments.flatMap(({ type, bytes }, nth) => {
    const own = type === TABLE ? segment(TABLE, at, all, tableBytes, 8n) : bytes;
    return nth === lastLoaded ? [own, load] : [own];
  });
  const head = Buffer.from(program.subarray(0, 64));
  head.writeBigUInt64LE(at, HEADER.segmentsAt);
  head.writeUInt16LE(segments.length + 2, HEADER.segments);
  const gap = Buffer.alloc(Number(at) - program.length);
  return Buffer.concat([head, program.subarray(64), gap, ...table, ours, note]);
}

function readSegments(program: Buffer): Segment[] {
  const is64BitLittleEndian = program.readUInt32BE(0) === 0x7f_45_4c_46 && program[4] === 2 && program[5] === 1;
  if (!is64BitLittleEndian || program.readUInt16LE(HEADER.segmentSize) !== SEGMENT_BYTES) {
    throw new Error('This is no program of 64-bit Linux');
  }
  const from = Number(program.readBigUInt64LE(HEADER.segmentsAt));
  return Array.from({ length: program.readUInt16LE(HEADER.segments) }, (_, nth) => {
    const bytes = program.subarray(from + nth * SEGMENT_BYTES, from + (nth + 1) * SEGMENT_BYTES);
    return {
      type: bytes.readUInt32LE(0),
      bytes,
      offset: bytes.readBigUInt64LE(8),
      address: bytes.readBigUInt64LE(16),
      memory: bytes.readBigUInt64LE(40),
    };
  });
}

function segment(type: number, offset: bigint, address: bigint, size: bigint, alignment: bigint): Buffer {
  const bytes = Buffer.alloc(SEGMENT_BYTES);
  bytes.writeUInt32LE(type, 0);
  bytes.writeUInt32LE(READABLE, 4);
  [offset, address, address, size, size, alignment].forEach((value, nth) => {
    bytes.writeBigUInt64LE(value, 8 + nth * 8);
  });
  return bytes;
}

function noteOf(name: string, resource: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(name.length + 1, 0);
  head.writeUInt32LE(resource.length, 4); // and a type of 0
  return Buffer.concat([head, padded(Buffer.from(`${name}\0`)), padded(resource)]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

function roundUp(value: bigint): bigint {
  return ((value + PAGE - 1n) / PAGE) * PAGE;
}
