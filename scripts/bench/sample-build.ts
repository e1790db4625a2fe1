// Builds made by our own packer, the sample game among them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPacker } from '../../src-main/core/pack/packer.ts';
import { projectRoot } from '../setup/project.mjs';

const thread = new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url);
export const sampleFolder = path.join(projectRoot, 'samples/pocket-regatta');

export function packSample(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  return packFolder(sampleFolder, folder);
}

/** `folder`: where the archive may lie meanwhile. */
export async function packFolder(source: string, folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const packer = createPacker(thread);
  try {
    const file = path.join(folder, 'build.tar.zst');
    await packer.pack({ source, place: { file }, compression: 'zstd', options: {} });
    return new Uint8Array(await readFile(file));
  } finally {
    await packer.close();
  }
}
