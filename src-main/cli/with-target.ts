// Opens the instance that a command names, and closes it when the command has done its work.

import type { Target } from '../core/instances/open-target.ts';
import { appFolder, defaultDataFolder } from '../core/platform/app-folders.ts';
import type { CommandIo } from './command-io.ts';

export type TargetValues = {
  url?: string | undefined;
  remote?: string | undefined;
  data?: string | undefined;
  'allow-http': boolean;
};

export async function withTarget<T>(
  io: CommandIo,
  values: TargetValues,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { openTarget } = await import('../core/instances/open-target.ts');
  const url = values.url ?? (values.remote === undefined ? given(io.env['SLIPWAY_URL']) : undefined);
  const target = await openTarget({
    url,
    remote: values.remote,
    token: given(io.env['SLIPWAY_TOKEN']),
    dataFolder: values.data ?? defaultDataFolder(appFolder(io.env)),
    appFolder: appFolder(io.env),
    allowInTheClear: values['allow-http'],
  });
  try {
    return await work(target);
  } finally {
    target.close();
  }
}

/** An empty variable is one that is not there. */
function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
