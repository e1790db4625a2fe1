// The sample game as a build, made by our own packer.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPacker } from '../../src-main/core/pack/packer.ts';
import { projectRoot } from '../setup/project.mjs';

const thread = new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url);
export const sampleFolder = path.join(projectRoot, 'samples/pocket-regatta');

export async function packSample(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const packer = createPacker(thread);
  try {
    const file = path.join(folder, 'regatta.tar.zst');
    await packer.pack({ source: sampleFolder, place: { file }, compression: 'zstd', options: {} });
    return new Uint8Array(await readFile(file));
  } finally {
    await packer.close();
  }
}
