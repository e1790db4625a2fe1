// Whether programs of another processor cannot run here. Desktop engines emulate them, and so does a Linux that was set up so.
import { access } from 'node:fs/promises';
import type { Engine } from './engine.ts';

/** The names that emulators go by. */
const EMULATORS: Readonly<Record<string, string>> = { amd64: 'qemu-x86_64', arm64: 'qemu-aarch64', arm: 'qemu-arm' };

export async function missingEmulation(engine: Engine, architecture: string): Promise<boolean> {
  if (architecture === '' || architecture === engine.architecture || !engine.isLocal) return false;
  if (engine.architecture === 'amd64' && architecture === '386') return false;
  const emulator = `/proc/sys/fs/binfmt_misc/${EMULATORS[architecture] ?? `qemu-${architecture}`}`;
  return await access(emulator).then(
    () => false,
    () => true,
  );
}
