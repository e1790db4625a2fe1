// Leaves what an overlay of an ordinary user leaves, and removes it as the service does. Prints what is there then.
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  removeWorkingFolder,
  removeWorkingFolders,
} from '../../../../../embedded-server/runtime/server-runs/working-folder.ts';

const [servers = '', which] = process.argv.slice(2);
const work = path.join(servers, 'a.wall', 'work', 'work');
for (const made of [path.join(servers, 'a'), work]) await mkdir(made, { recursive: true });
await writeFile(path.join(work, '#1'), '');
await chmod(work, 0);
await (which === 'all' ? removeWorkingFolders(servers) : removeWorkingFolder(path.join(servers, 'a')));
console.log(JSON.stringify(await readdir(servers).catch(() => 'gone')));
