// Where the app keeps its own things, by what the system says of places.
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { appFolder, packsFolder } from '../../../../src-main/core/platform/app-folders.ts';

it.each(['', 'config', '.', undefined])('XDG folders that are %j are those below the home folder', (place) => {
  const env = place === undefined ? {} : { XDG_CONFIG_HOME: place, XDG_CACHE_HOME: place };
  expect(appFolder(env, 'linux')).toBe(path.join(homedir(), '.config', 'Slipway'));
  expect(packsFolder(env, 'linux')).toBe(path.join(homedir(), '.cache', 'Slipway', 'packs'));
});

it('places that the system names are taken, and SLIPWAY_HOME before them', () => {
  const named = path.resolve('/somewhere');
  const env = { XDG_CONFIG_HOME: named, XDG_CACHE_HOME: named };
  expect(appFolder(env, 'linux')).toBe(path.join(named, 'Slipway'));
  expect(packsFolder(env, 'linux')).toBe(path.join(named, 'Slipway', 'packs'));
  expect(appFolder({ ...env, SLIPWAY_HOME: path.resolve('/own') }, 'linux')).toBe(path.resolve('/own'));
});
