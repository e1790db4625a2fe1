// Takes builds and logs out of the app: as a file that the system drags along, or saved where a person says.
import { constants, copyFile, open } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import type { takeOutCalls } from '../../../src-shared/desktop/take-out.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import type { ServerTarget } from '../../../src-shared/servers/bridge.ts';
import type { LogLineView } from '../../../src-shared/servers/log.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Host } from '../host/host.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { findCopy } from '../versions/local-copy.ts';
import { bytesOfBuild } from '../versions/version-bytes.ts';
import { fileName, type OutFiles } from './out-files.ts';

const LINES_AT_ONCE = 5_000;

export type TakeOutOptions = {
  instances: Pick<InstanceService, 'find' | 'view'>;
  host: Host;
  files: OutFiles;
  packs: string;
};

export function takeOutHandlers(
  options: TakeOutOptions,
): CallHandlers<{ calls: typeof takeOutCalls; topics: Record<string, never> }> {
  const { instances, host, files } = options;
  const drag = async (name: string, write: (file: string) => Promise<void>) => {
    const { dragOut } = host;
    if (dragOut === undefined) {
      throw new AppError('NOT_OFFERED', 'build.no-drag-from-browser');
    }
    await dragOut(await files.make(name, write));
  };
  return {
    'desktop.dragBuild': async (target) => {
      const { name, copy } = await findBuild(options, target);
      return await drag(name, (file) => copyFile(copy, file, constants.COPYFILE_FICLONE));
    },
    'desktop.dragLog': async (target, { signal }) =>
      await drag(`server-${target.server_id}.log`, (file) => writeLog(instances, target, file, signal)),
    'desktop.saveBuild': async (target) => {
      const { name, copy } = await findBuild(options, target);
      const folder = await host.pickFolder(messageFor('pick.build-place'));
      if (folder === null) return { file: null };
      const file = path.join(folder, fileName(name));
      await saveCopy(copy, file);
      return { file };
    },
  };
}

/** This machine's own copy, found by the hash that the instance tells, and what people call it. */
async function findBuild({ instances, packs }: TakeOutOptions, target: BuildTarget) {
  const { game_id, namespace_id, build_id } = target;
  const client = instances.find(target.instance_id).client();
  const { build } = await client.getBuild({ params: { game_id, environment_id: namespace_id, build_id } });
  const bytes = await bytesOfBuild(client, build);
  const dataFolder = instances.view().data_folder;
  const copy = bytes && (await findCopy({ packs, dataFolder }, bytes));
  if (bytes === undefined || copy === undefined) {
    throw new AppError('VERSION_NO_COPY', 'build.no-copy-to-take', { name: build.name });
  }
  return { name: build.name + endingOf(bytes.name), copy };
}

/** What the file was called when it was sent says how it is packed. */
function endingOf(name: string): string {
  return /\.(tar\.\w+|\w+)$/i.exec(name)?.[0] ?? '.tar';
}

/** Never over a file that is there. */
async function saveCopy(copy: string, file: string): Promise<void> {
  try {
    await copyFile(copy, file, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } catch (cause) {
    throw new AppError('REQUEST_REFUSED', 'build.not-saved', { file, why: systemReason(cause) }, { cause });
  }
}

/** All that is kept of it, as far as it goes now. */
async function writeLog(
  instances: TakeOutOptions['instances'],
  { instance_id, game_id, namespace_id, server_id }: ServerTarget,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const instance = instances.find(instance_id);
  requireAbility(instance, 'server_logs');
  const params = { game_id, environment_id: namespace_id, server_id };
  const handle = await open(file, 'w', 0o600);
  try {
    let last = Number.POSITIVE_INFINITY;
    for (let from = 1; from <= last; ) {
      const query = { limit: LINES_AT_ONCE, from };
      const { lines, extent } = await instance.client().readServerLog({ params, query }, { signal });
      last = Math.min(last, extent.last);
      await handle.write(lines.map((line) => `${lineText(line)}\n`).join(''));
      const next = (lines.at(-1)?.number ?? extent.last) + 1;
      from = Math.max(next, extent.first, from + 1);
    }
  } finally {
    await handle.close();
  }
}

function lineText({ at, level, text }: LogLineView): string {
  return `${new Date(at).toISOString()} ${(level ?? '').padEnd(5)} ${stripVTControlCharacters(text)}`;
}
