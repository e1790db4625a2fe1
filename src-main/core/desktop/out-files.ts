// Files made for somebody outside to take: each under a readable name in a folder of its own. Nobody says when it was taken, so
// each stays for an hour, and none outlives the app.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const KEPT_MS = 3_600_000;
const LONGEST = 120;

export type OutFiles = ReturnType<typeof createOutFiles>;

export function createOutFiles(folder: string, now: () => number = Date.now) {
  const sweep = async () => {
    for (const name of await readdir(folder).catch((): string[] => [])) {
      const found = await stat(path.join(folder, name)).catch(() => undefined);
      if (found !== undefined && now() - found.mtimeMs > KEPT_MS)
        await rm(path.join(folder, name), { recursive: true });
    }
  };
  return {
    /** Answers the file once `write` has made it; one that could not be made leaves nothing. */
    make: async (name: string, write: (file: string) => Promise<void>): Promise<string> => {
      await sweep();
      const own = path.join(folder, randomUUID());
      await mkdir(own, { recursive: true, mode: 0o700 });
      try {
        const file = path.join(own, fileName(name));
        await write(file);
        return file;
      } catch (thrown) {
        await rm(own, { recursive: true, force: true });
        throw thrown;
      }
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

/** As every system takes it: names come from people elsewhere, too. */
export function fileName(name: string): string {
  const plain = name
    // oxlint-disable-next-line no-control-regex -- those are what no file name may have
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
    .replace(/^[. ]+/, '')
    .slice(-LONGEST)
    .replace(/[. ]+$/, '');
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `slipway-${plain}` : plain;
}
