// Where preferences are kept: a JSON file, the same one and the same format in every shell.
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import Conf from 'conf';

/** What the core needs of a store. electron-store and conf, which it is built on, both have this shape. */
export type SettingsFile = {
  readonly store: Record<string, unknown>;
  set(values: Record<string, unknown>): void;
};

/** The options that both stores are opened with. A file that can not be read is begun anew by them. */
export const settingsName = 'settings';

/** The store of plain Node. */
export async function openSettingsFile(folder: string): Promise<SettingsFile> {
  await keepUnreadable(folder);
  return new Conf({ cwd: folder, configName: settingsName, projectName: 'slipway', clearInvalidConfig: true });
}

/** Keeps a settings file that can not be read as `.damaged` beside it, before a store begins it anew; answers that name. */
export async function keepUnreadable(folder: string): Promise<string | undefined> {
  const file = path.join(folder, `${settingsName}.json`);
  const text = await readFile(file, 'utf8').catch(() => '{}');
  if (isRecord(text)) return undefined;
  const kept = `${file}.damaged`;
  await copyFile(file, kept);
  return kept;
}

function isRecord(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}
