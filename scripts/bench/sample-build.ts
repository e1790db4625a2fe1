// Builds made by our own packer, the sample game among them.
import path from 'node:path';
import { createPacker } from '../../src-main/core/pack/packer.ts';
import { projectRoot } from '../setup/project.mjs';

const thread = new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url);
export const sampleFolder = path.join(projectRoot, 'samples/pocket-regatta');

export function packSample(folder: string): Promise<string> {
  return packFolder(sampleFolder, folder);
}

/** Answers the archive. `folder`: where it lies, until the next one takes its place. */
export async function packFolder(source: string, folder: string): Promise<string> {
  const packer = createPacker(thread);
  try {
    const file = path.join(folder, 'build.tar.zst');
    await packer.pack({ source, place: { file }, compression: 'zstd', options: {} });
    return file;
  } finally {
    await packer.close();
  }
}
