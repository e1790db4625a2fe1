// Reads from the first bytes of a file what kind of program it is. Pure.

export type ProgramHead =
  | { kind: 'script'; interpreter: string; argument: string; hasCarriageReturn: boolean }
  | { kind: 'elf'; bits: 32 | 64; machine: string; interpreter: string | undefined }
  | { kind: 'mach-o'; machines: string[] }
  | { kind: 'windows'; machine: string }
  | { kind: 'empty' }
  | { kind: 'text' };

/** The kernel reads no more of a first line than this. */
const LONGEST_LINE = 256;
const ELF = 0x7f454c46;
const PROGRAM_INTERPRETER = 3;
const ELF_MACHINES = new Map([
  [3, 'ia32'],
  [8, 'mips'],
  [21, 'ppc64'],
  [22, 's390x'],
  [40, 'arm'],
  [62, 'x64'],
  [183, 'arm64'],
  [243, 'riscv64'],
]);
const MACH_MACHINES = new Map([
  [7, 'ia32'],
  [0x0100_0007, 'x64'],
  [0x0100_000c, 'arm64'],
]);
const WINDOWS_MACHINES = new Map([
  [0x14c, 'ia32'],
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);

export function readProgramHead(bytes: Buffer): ProgramHead {
  if (bytes.length === 0) return { kind: 'empty' };
  if (bytes.toString('latin1', 0, 2) === '#!') return readScript(bytes);
  if (bytes.length >= 20 && bytes.readUInt32BE(0) === ELF) return readElf(bytes);
  if (bytes.length >= 8) return readMachO(bytes) ?? readWindows(bytes) ?? { kind: 'text' };
  return { kind: 'text' };
}

function readScript(bytes: Buffer): ProgramHead {
  const head = bytes.toString('utf8', 2, LONGEST_LINE);
  const [line = ''] = head.split('\n', 1);
  const [interpreter = '', ...rest] = line.trim().split(/[ \t]+/);
  return { kind: 'script', interpreter, argument: rest.join(' '), hasCarriageReturn: line.endsWith('\r') };
}

function readElf(bytes: Buffer): ProgramHead {
  const bits = bytes[4] === 2 ? 64 : 32;
  const isLittle = bytes[5] !== 2;
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const number = short(18);
  const machine = ELF_MACHINES.get(number) ?? `machine ${number}`;
  // Those of the other byte order run nowhere that we run, so what they ask for doesn't matter.
  return { kind: 'elf', bits, machine, interpreter: isLittle ? readElfInterpreter(bytes, bits) : undefined };
}

/** Where the head of a 64-bit program, or of one with 32 bits, has what is read here. */
const ELF_64 = { head: 64, table: 32, size: 54, count: 56, from: 8, length: 32 };
const ELF_32 = { head: 52, table: 28, size: 42, count: 44, from: 4, length: 16 };

/** What loads its libraries: the name that its head points to. */
function readElfInterpreter(bytes: Buffer, bits: 32 | 64): string | undefined {
  const places = bits === 64 ? ELF_64 : ELF_32;
  if (bytes.length < places.head) return undefined;
  const word = (at: number) => (bits === 64 ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at));
  const size = bytes.readUInt16LE(places.size);
  const first = word(places.table);
  const end = Math.min(first + size * bytes.readUInt16LE(places.count), bytes.length - size);
  for (let at = first; at <= end && size >= places.length + 8; at += size) {
    if (bytes.readUInt32LE(at) !== PROGRAM_INTERPRETER) continue;
    const from = word(at + places.from);
    const nameEnd = from + word(at + places.length) - 1;
    return nameEnd > bytes.length ? undefined : bytes.toString('utf8', from, nameEnd);
  }
  return undefined;
}

function readMachO(bytes: Buffer): ProgramHead | undefined {
  const magic = bytes.readUInt32BE(0);
  const name = (number: number) => MACH_MACHINES.get(number) ?? `machine ${number}`;
  if (magic === 0xcffa_edfe || magic === 0xcefa_edfe)
    return { kind: 'mach-o', machines: [name(bytes.readUInt32LE(4))] };
  // The same bytes begin a Java class; a program for several machines never has as many as a class's version says.
  const count = bytes.readUInt32BE(4);
  if (magic !== 0xcafe_babe || count > 16 || bytes.length < 8 + count * 20) return undefined;
  const machines = Array.from({ length: count }, (_, at) => name(bytes.readUInt32BE(8 + at * 20)));
  return { kind: 'mach-o', machines };
}

function readWindows(bytes: Buffer): ProgramHead | undefined {
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const at = bytes.length >= 64 ? bytes.readUInt32LE(60) : bytes.length;
  const machine = at + 6 <= bytes.length ? bytes.readUInt16LE(at + 4) : 0;
  return { kind: 'windows', machine: WINDOWS_MACHINES.get(machine) ?? 'unknown' };
}
