// A folder that looks like an unpacked Electron to electron-builder, so that packing is shown where the real one cannot be
// had: its binary is a few bytes, with the wire of fuses that a real one has, all as Electron ships them.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What marks the fuses in Electron's binary: then come their version, how many there are, and one byte for each. */
export const FUSE_WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const AS_SHIPPED = '101100011';

export async function makeElectronDist(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  await mkdir(path.join(folder, 'locales'), { recursive: true });
  const wire = Buffer.concat([Buffer.from(FUSE_WIRE), Buffer.from([1, AS_SHIPPED.length]), Buffer.from(AS_SHIPPED)]);
  await writeFile(path.join(folder, 'electron'), Buffer.concat([Buffer.from('stand-in '), wire, Buffer.alloc(64)]), {
    mode: 0o755,
  });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', 'locales/en-US.pak']) {
    await writeFile(path.join(folder, name), 'stand-in');
  }
  return folder;
}

/** The states of the fuses in a binary: "0" off, "1" on, "r" removed. */
export function readFuses(binary: Buffer): string {
  const at = binary.indexOf(FUSE_WIRE) + FUSE_WIRE.length;
  return binary.subarray(at + 2, at + 2 + (binary[at + 1] ?? 0)).toString('latin1');
}
