// Reads the archive that an Electron app ships in: a header in JSON that says where each file lies, then the files.
import { open } from 'node:fs/promises';

export type Archive = { sizes: Map<string, number>; read(name: string): Promise<string> };

type Entry = { size?: number; offset?: string; files?: Record<string, Entry> };

/** Four numbers come first: the last is the length of the JSON, the second that of it with what is around it. */
const NUMBERS = 16;

export async function readArchive(file: string): Promise<Archive> {
  const handle = await open(file, 'r');
  try {
    const numbers = (await handle.read(Buffer.alloc(NUMBERS), 0, NUMBERS, 0)).buffer;
    const length = numbers.readUInt32LE(12);
    const json = (await handle.read(Buffer.alloc(length), 0, length, NUMBERS)).buffer.toString('utf8');
    const start = 8 + numbers.readUInt32LE(4);
    const entries = new Map<string, Entry>();
    const walk = (name: string, entry: Entry) => {
      if (entry.files === undefined) entries.set(name, entry);
      for (const [below, each] of Object.entries(entry.files ?? {}))
        walk(name === '' ? below : `${name}/${below}`, each);
    };
    walk('', JSON.parse(json) as Entry);
    return {
      sizes: new Map([...entries].map(([name, { size = 0 }]) => [name, size])),
      read: (name) => readOne(file, start + Number(entries.get(name)?.offset), entries.get(name)?.size ?? 0),
    };
  } finally {
    await handle.close();
  }
}

async function readOne(file: string, position: number, size: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    return (await handle.read(Buffer.alloc(size), 0, size, position)).buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}
