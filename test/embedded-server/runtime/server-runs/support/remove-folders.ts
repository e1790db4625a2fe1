// Leaves what servers of an ordinary user leave, and removes it as the service does. Prints what is there then.
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataPaths } from '../../../../../embedded-server/platform/storage/data-paths.ts';
import { type RecoverParts, recoverServers } from '../../../../../embedded-server/runtime/server-runs/recover.ts';
import { removeWorkingFolder } from '../../../../../embedded-server/runtime/server-runs/working-folder.ts';

const [servers = '', which] = process.argv.slice(2);
const folder = path.join(servers, 'a');
/** An overlay leaves it. */
const work = path.join(servers, 'a.wall', 'work', 'work');
const closed = path.join(folder, 'closed/inside');
const outside = path.join(servers, '../outside');
for (const made of [folder, work, closed, outside]) await mkdir(made, { recursive: true });
for (const made of [path.join(work, '#1'), path.join(closed, 'file'), path.join(outside, 'file')])
  await writeFile(made, '');
for (const locked of [work, path.dirname(closed), outside]) await chmod(locked, locked === outside ? 0o500 : 0);
await symlink(outside, path.join(folder, 'link'));
await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), '');
// Longer than a path can be said.
const name = 'n'.repeat(200);
process.chdir(folder);
for (let depth = 0; depth < 70; depth += 1) {
  await mkdir(name);
  process.chdir(name);
}
await writeFile('file', '');
process.chdir('/');

const problems: unknown[] = [];
const parts = {
  records: { allAlive: () => [] },
  paths: { servers } as DataPaths,
  onProblem: (thrown: unknown) => problems.push((thrown as NodeJS.ErrnoException).code),
} as unknown as RecoverParts;
await (which === 'all' ? recoverServers(parts) : removeWorkingFolder(folder));
console.log(JSON.stringify({ left: await readdir(servers), outside: await readdir(outside), problems }));
