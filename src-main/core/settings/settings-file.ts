// Where preferences are kept: a JSON file, the same one and the same format in every shell.
import Conf from 'conf';

/** What the core needs of a store. electron-store and conf, which it is built on, both have this shape. */
export type SettingsFile = {
  readonly store: Record<string, unknown>;
  set(values: Record<string, unknown>): void;
};

/** The store of plain Node. A file that can not be read is kept beside as `.damaged` and begun anew. */
export function openSettingsFile(folder: string): SettingsFile {
  return new Conf({ cwd: folder, configName: 'settings', projectName: 'slipway', clearInvalidConfig: true });
}
