// Archives as the real tools make them, for those tools that are on this machine.
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type RealArchive = { file: string; tools: string[]; command: string; lacksLink?: boolean };

/** Each packs the folder `build` that lies beside the archive. Run by `sh`, in the folder of both. */
export const realArchives: readonly RealArchive[] = [
  { file: 'gnu.tar', tools: ['tar'], command: 'tar --format=gnu -cf gnu.tar build' },
  { file: 'pax.tar', tools: ['tar'], command: 'tar --format=pax -cf pax.tar build' },
  { file: 'dotted.tar', tools: ['tar'], command: 'tar -cf dotted.tar ./build' },
  { file: 'gzip.tar.gz', tools: ['tar', 'gzip'], command: 'tar -czf gzip.tar.gz build' },
  {
    file: 'members.tar.gz',
    tools: ['tar', 'gzip', 'head', 'tail'],
    command: 'tar -cf m.tar build; (head -c 5000 m.tar | gzip; tail -c +5001 m.tar | gzip) > members.tar.gz',
  },
  { file: 'one.tar.zst', tools: ['tar', 'zstd'], command: 'tar -cf - build | zstd -q > one.tar.zst' },
  {
    file: 'frames.tar.zst',
    tools: ['tar', 'zstd', 'head', 'tail'],
    command:
      'tar -cf f.tar build; (head -c 5000 f.tar | zstd -q --check; tail -c +5001 f.tar | zstd -q --no-check) > frames.tar.zst',
  },
  { file: 'small.tar.lz4', tools: ['tar', 'lz4'], command: 'tar -cf - build | lz4 -q -B4 > small.tar.lz4' },
  { file: 'linked.tar.lz4', tools: ['tar', 'lz4'], command: 'tar -cf - build | lz4 -q -9 -B5 -BD > linked.tar.lz4' },
  { file: 'summed.tar.lz4', tools: ['tar', 'lz4'], command: 'tar -cf - build | lz4 -q -BX > summed.tar.lz4' },
  {
    file: 'sized.tar.lz4',
    tools: ['tar', 'lz4', 'head', 'tail'],
    command:
      'tar -cf s.tar build; head -c 5000 s.tar > s1; tail -c +5001 s.tar > s2; (lz4 -q -c --content-size s1; lz4 -q -c --no-frame-crc s2) > sized.tar.lz4',
  },
  { file: 'deflate.zip', tools: ['zip'], command: 'zip -q -r -y deflate.zip build' },
  { file: 'stored.zip', tools: ['zip'], command: 'zip -q -r -y -0 stored.zip build' },
  { file: 'large.zip', tools: ['zip'], command: 'zip -q -r -y -fz large.zip build' },
  {
    file: 'streamed.zip',
    tools: ['zip'],
    command: 'zip -q -r - build -x build/latest | cat > streamed.zip',
    lacksLink: true,
  },
];

export function hasTools({ tools }: RealArchive): boolean {
  return tools.every((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0);
}

export async function makeRealArchive(folder: string, { file, command }: RealArchive): Promise<string> {
  await run('sh', ['-ec', command], { cwd: folder });
  return path.join(folder, file);
}
