// Hands an environment to an engine without showing it in the list of processes: in a file that only we may read, and that is
// gone once the container is made. The file has no way to say a line break; those values go through the command's environment.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

type Variables = Readonly<Record<string, string>>;
export type HandedOver = {
  /** Options of `create`. */
  flags: string[];
  /** For the command that makes the container. */
  environment: Record<string, string>;
  remove(): Promise<void>;
};

const HAS_LINE_BREAK = /[\r\n]/;

export async function handOver(folder: string, variables: Variables): Promise<HandedOver> {
  const all = Object.entries(variables);
  const lines = all.filter(([, value]) => !HAS_LINE_BREAK.test(value));
  const others = all.filter(([, value]) => HAS_LINE_BREAK.test(value));
  // Beside the folder that the server sees, not in it.
  const file = path.join(path.dirname(folder), `.env-${randomUUID()}`);
  await writeFile(file, lines.map(([name, value]) => `${name}=${value}\n`).join(''), { mode: 0o600, flag: 'wx' });
  return {
    flags: [`--env-file=${file}`, ...others.map(([name]) => `--env=${name}`)],
    environment: Object.fromEntries(others),
    remove: () => rm(file, { force: true }),
  };
}
