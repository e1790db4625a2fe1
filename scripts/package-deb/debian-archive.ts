// Writes a Debian package without the tools of Debian: an `ar` of three members, two of which are compressed tars.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type TreeEntry, treeTar } from '../tree-tar.ts';

export type Control = {
  /** Lines of the file `control`, in their order. */
  readonly fields: Readonly<Record<string, string>>;
  /** Scripts that dpkg runs, by name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Places of files that an upgrade leaves as somebody changed them. */
  readonly conffiles: readonly string[];
};

/** `level`: from 1, quick, to 9, small. */
type Packing = { time: number; level: number };

const KIBIBYTE = 1024;
const FRONT = './';

export async function debianArchive(control: Control, tree: readonly TreeEntry[], packing: Packing): Promise<Buffer> {
  const files = tree.flatMap((entry) => ('content' in entry ? [{ ...entry, bytes: Buffer.from(entry.content) }] : []));
  const size = files.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / KIBIBYTE), 0);
  const fields = { ...control.fields, 'Installed-Size': String(size) };
  const sums = files.map(({ place, bytes }) => `${createHash('md5').update(bytes).digest('hex')}  ${place}\n`);
  const about: TreeEntry[] = [
    { place: 'control', content: fieldsText(fields) },
    { place: 'conffiles', content: control.conffiles.map((place) => `/${place}\n`).join('') },
    { place: 'md5sums', content: sums.join('') },
    ...Object.entries(control.scripts).map(([place, content]) => ({ place, content, isProgram: true })),
  ];
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', await packed(about, packing)],
      ['data.tar.gz', await packed(tree, packing)],
    ],
    packing.time,
  );
}

async function packed(tree: readonly TreeEntry[], { time, level }: Packing): Promise<Buffer> {
  return await promisify(gzip)(treeTar(tree, { front: FRONT, time }), { level });
}

/** "Description" has more lines, each behind a space. */
function fieldsText(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n ')}\n`)
    .join('');
}

function ar(members: readonly (readonly [name: string, bytes: Buffer])[], time: number): Buffer {
  const pieces = members.flatMap(([name, bytes]) => {
    const head = [name.padEnd(16), `${time}`.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)];
    return [
      Buffer.from(`${head.join('')}${String(bytes.length).padEnd(10)}\`\n`),
      bytes,
      Buffer.alloc(bytes.length % 2, '\n'),
    ];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...pieces]);
}
