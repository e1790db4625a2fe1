// Builds made by our own packer, the sample game among them.
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createPacker } from '../../src-main/core/pack/packer.ts';
import { projectRoot } from '../setup/project.mjs';

const thread = new URL('../../src-main/core/pack/pack-thread.ts', import.meta.url);
export const sampleFolder = path.join(projectRoot, 'samples/pocket-regatta');

export function packSample(folder: string): Promise<string> {
  return packFolder(sampleFolder, folder);
}

/** The sample game without its kept folders, which only one server has at a time. */
export async function packSampleThatKeepsNothing(folder: string): Promise<string> {
  const source = path.join(folder, 'keeps-nothing');
  await cp(sampleFolder, source, { recursive: true });
  const file = path.join(source, 'slipway.json');
  const manifest: object = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, keep: [] }));
  return await packFolder(source, folder);
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
