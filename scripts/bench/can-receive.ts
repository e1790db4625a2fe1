// Whether uploads can be measured here: the tools, the system and the room they need. Answers a sentence when not.
import { spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import os from 'node:os';

export async function lackingTool(name: string, install: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'not measured: this measure reads figures that only Linux has';
  const found = await new Promise<boolean>((resolve) => {
    const child = spawn(name, ['-V'], { stdio: 'ignore' });
    child.once('error', () => resolve(false)).once('exit', () => resolve(true));
  });
  return found ? undefined : `not measured: ${name} is not here; ${install}`;
}

export async function lackingRoom(bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(os.tmpdir());
  if (bavail * bsize > bytes) return undefined;
  return `not measured: needs ${Math.ceil(bytes / 1024 ** 3)} GiB of room in ${os.tmpdir()}`;
}
