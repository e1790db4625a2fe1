// Puts a resource into a Windows program as Node looks for it: data of this name among its resources. A new table of
// resources goes into a section of its own at the end of the file; the resources that were there stay where they are. The signature
// of the program is no longer valid, so the entry for it is cleared.

const RESOURCES = 2;
const SIGNATURE = 4;
const DATA_TYPE = 10;
const SECTION_BYTES = 40;
const READABLE_DATA = 0x40_00_00_40;
const SUBFOLDER = 0x80_00_00_00;
/** In place of where our data is, before that is known. */
const OURS = -1;

type Data = { at: number; size: number; codePage: number };
type Entry = { key: number | string; folder?: Entry[]; data?: Data };

export function injectIntoPe(program: Buffer, name: string, resource: Buffer): Buffer {
  const file = Buffer.from(program);
  const layout = readLayout(file);
  const { optional, sections, fileAlignment, sectionAlignment } = layout;
  const tree = readFolder(file, layout.offsetOf(layout.directory(RESOURCES)), 0, 0);
  const last = sections.at(-1);
  if (last === undefined) throw new Error('This program has no sections');
  const address = up(last.address + last.memory, sectionAlignment);
  const start = up(file.length, fileAlignment);
  const entry: Entry = {
    key: name,
    folder: [{ key: 0, data: { at: OURS, size: resource.length, codePage: 0 } }],
  };
  const content = writeTree(withData(tree, entry), address, resource);
  const size = up(content.length, fileAlignment);
  addSection(file, layout, { address, memory: content.length, start, size });
  file.writeUInt32LE(address, optional + 112 + RESOURCES * 8);
  file.writeUInt32LE(content.length, optional + 112 + RESOURCES * 8 + 4);
  file.fill(0, optional + 112 + SIGNATURE * 8, optional + 112 + SIGNATURE * 8 + 8);
  file.writeUInt32LE(up(address + content.length, sectionAlignment), optional + 56);
  file.writeUInt32LE(0, optional + 64); // a checksum that only drivers need
  return Buffer.concat([file, Buffer.alloc(start - file.length), content, Buffer.alloc(size - content.length)]);
}

function readLayout(file: Buffer) {
  const pe = file.readUInt32LE(0x3c);
  const optional = pe + 24;
  if (file.toString('latin1', pe, pe + 4) !== 'PE\0\0' || file.readUInt16LE(optional) !== 0x20b) {
    throw new Error('This is no program of 64-bit Windows');
  }
  const table = optional + file.readUInt16LE(pe + 20);
  const sections = Array.from({ length: file.readUInt16LE(pe + 6) }, (_, nth) => {
    const at = table + nth * SECTION_BYTES;
    const number = (offset: number) => file.readUInt32LE(at + offset);
    return { memory: number(8), address: number(12), size: number(16), start: number(20) };
  });
  const offsetOf = (address: number) => {
    const found = sections.find((each) => address >= each.address && address < each.address + each.size);
    if (found === undefined) throw new Error('Its resources are in none of its sections');
    return address - found.address + found.start;
  };
  return {
    pe,
    optional,
    table,
    sections,
    offsetOf,
    directory: (nth: number) => file.readUInt32LE(optional + 112 + nth * 8),
    sectionAlignment: file.readUInt32LE(optional + 32),
    fileAlignment: file.readUInt32LE(optional + 36),
    headers: file.readUInt32LE(optional + 60),
  };
}

type Layout = ReturnType<typeof readLayout>;
type Section = { address: number; memory: number; start: number; size: number };

function addSection(file: Buffer, { pe, table, sections, headers }: Layout, section: Section): void {
  const at = table + sections.length * SECTION_BYTES;
  if (at + SECTION_BYTES > headers) throw new Error('The header of this program has no room for one more section');
  file.fill(0, at, at + SECTION_BYTES);
  file.write('.slipway', at, 'latin1');
  [section.memory, section.address, section.size, section.start].forEach((value, nth) => {
    file.writeUInt32LE(value, at + 8 + nth * 4);
  });
  file.writeUInt32LE(READABLE_DATA, at + 36);
  file.writeUInt16LE(sections.length + 1, pe + 6);
}

function readFolder(file: Buffer, base: number, at: number, depth: number): Entry[] {
  if (depth > 2) throw new Error('Its resources are deeper than three folders');
  const count = file.readUInt16LE(base + at + 12) + file.readUInt16LE(base + at + 14);
  return Array.from({ length: count }, (_, nth) => {
    const key = file.readUInt32LE(base + at + 16 + nth * 8);
    const to = file.readUInt32LE(base + at + 16 + nth * 8 + 4);
    const named = { key: key >= SUBFOLDER ? readName(file, base + key - SUBFOLDER) : key };
    if (to >= SUBFOLDER) return { ...named, folder: readFolder(file, base, to - SUBFOLDER, depth + 1) };
    const [place = 0, size = 0, codePage = 0] = [0, 4, 8].map((offset) => file.readUInt32LE(base + to + offset));
    return { ...named, data: { at: place, size, codePage } };
  });
}

function readName(file: Buffer, at: number): string {
  return file.toString('utf16le', at + 2, at + 2 + file.readUInt16LE(at) * 2);
}

function withData(tree: readonly Entry[], entry: Entry): Entry[] {
  const before = tree.find(({ key }) => key === DATA_TYPE)?.folder ?? [];
  const data: Entry = { key: DATA_TYPE, folder: sorted([...before, entry]) };
  return sorted([...tree.filter(({ key }) => key !== DATA_TYPE), data]);
}

/** Names first, each in order: Windows looks them up by halves. */
function sorted(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => {
    if (typeof a.key === 'number' && typeof b.key === 'number') return a.key - b.key;
    if (typeof a.key === 'string' && typeof b.key === 'string') return a.key < b.key ? -1 : 1;
    return typeof a.key === 'string' ? -1 : 1;
  });
}

/** Folders, then what says where data is, then names, then our data. */
function writeTree(tree: readonly Entry[], address: number, resource: Buffer): Buffer {
  const { folders, places, names, end } = placeTree([...tree]);
  const dataAt = up(end, 16);
  const out = Buffer.alloc(dataAt + resource.length);
  for (const entries of folders) {
    writeFolder(out, entries, { places, names });
    for (const entry of entries) {
      if (entry.data !== undefined) writeLeaf(out, places.get(entry) ?? 0, entry.data, address + dataAt);
    }
  }
  for (const [entry, at] of names) {
    out.writeUInt16LE(String(entry.key).length, at);
    out.write(String(entry.key), at + 2, 'utf16le');
  }
  resource.copy(out, dataAt);
  return out;
}

/** Where each part of the table is in it. */
function placeTree(tree: Entry[]) {
  const folders = allFolders(tree);
  const places = new Map<Entry[] | Entry, number>();
  const names = new Map<Entry, number>();
  let end = 0;
  const take = (bytes: number) => {
    end += bytes;
    return end - bytes;
  };
  for (const entries of folders) places.set(entries, take(16 + entries.length * 8));
  for (const entry of folders.flat()) if (entry.data !== undefined) places.set(entry, take(16));
  for (const entry of folders.flat()) {
    if (typeof entry.key === 'string') names.set(entry, take(2 + entry.key.length * 2));
  }
  return { folders, places, names, end };
}

function allFolders(entries: Entry[]): Entry[][] {
  return [entries, ...entries.flatMap(({ folder }) => (folder === undefined ? [] : allFolders(folder)))];
}

function writeLeaf(out: Buffer, to: number, { at, size, codePage }: Data, ours: number): void {
  [at === OURS ? ours : at, size, codePage].forEach((value, nth) => {
    out.writeUInt32LE(value, to + nth * 4);
  });
}

type Places = { places: ReadonlyMap<Entry[] | Entry, number>; names: ReadonlyMap<Entry, number> };

function writeFolder(out: Buffer, entries: Entry[], { places, names }: Places): void {
  const at = places.get(entries) ?? 0;
  const namedCount = entries.filter((entry) => names.has(entry)).length;
  out.writeUInt16LE(namedCount, at + 12);
  out.writeUInt16LE(entries.length - namedCount, at + 14);
  entries.forEach((entry, nth) => {
    const name = names.get(entry);
    out.writeUInt32LE(name === undefined ? Number(entry.key) : SUBFOLDER + name, at + 16 + nth * 8);
    const to = places.get(entry.folder ?? entry) ?? 0;
    out.writeUInt32LE(entry.folder === undefined ? to : SUBFOLDER + to, at + 16 + nth * 8 + 4);
  });
}

function up(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
