// Where the app keeps its own things on each system; the same place in every shell, so that settings carry over.
import { homedir } from 'node:os';
import path from 'node:path';

/** The app's folder. SLIPWAY_HOME overrides it, for tests and for people who keep several apart. */
export function appFolder(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (env['SLIPWAY_HOME'] !== undefined && env['SLIPWAY_HOME'] !== '') return path.resolve(env['SLIPWAY_HOME']);
  const home = homedir();
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Slipway');
    case 'win32':
      return path.join(placeIn(env, 'APPDATA') ?? path.join(home, 'AppData', 'Roaming'), 'Slipway');
    default:
      return path.join(placeIn(env, 'XDG_CONFIG_HOME') ?? path.join(home, '.config'), 'Slipway');
  }
}

/** Where the local service keeps its data unless the person chose another place. */
export function defaultDataFolder(folder: string = appFolder()): string {
  return path.join(folder, 'local');
}

/** Where packs of folders wait to be sent. Each can be made again, so it is a place that backups leave out. */
export function packsFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (env['SLIPWAY_HOME'] !== undefined && env['SLIPWAY_HOME'] !== '') {
    return path.join(path.resolve(env['SLIPWAY_HOME']), 'packs');
  }
  const home = homedir();
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Caches', 'Slipway', 'packs');
    case 'win32':
      return path.join(placeIn(env, 'LOCALAPPDATA') ?? path.join(home, 'AppData', 'Local'), 'Slipway', 'packs');
    default:
      return path.join(placeIn(env, 'XDG_CACHE_HOME') ?? path.join(home, '.cache'), 'Slipway', 'packs');
  }
}

/** Empty or relative it means nothing, as the XDG specification says: it would be a folder below whatever folder one happens to be in. */
function placeIn(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const place = env[name];
  return place !== undefined && path.isAbsolute(place) ? place : undefined;
}
