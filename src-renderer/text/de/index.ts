// German, put together from a file per feature. It is loaded when it is wanted.
import type { Catalogue } from '../catalogue.ts';
import { activity } from './activity.ts';
import { app } from './app.ts';
import { board } from './board.ts';
import { connect } from './connect.ts';
import { desktop } from './desktop.ts';
import { elsewhere } from './elsewhere.ts';
import { everywhere } from './everywhere.ts';
import { gameSettings } from './game-settings.ts';
import { games } from './games.ts';
import { groups } from './groups.ts';
import { instances } from './instances.ts';
import { namespaces } from './namespaces.ts';
import { settings } from './settings.ts';
import { switchSheet } from './switch-sheet.ts';
import { transfers } from './transfers.ts';
import { updates } from './updates.ts';
import { versions } from './versions.ts';
import { welcome } from './welcome.ts';

/** All parts, by the name of their file. */
export const parts: Readonly<Record<string, Catalogue>> = {
  activity,
  app,
  board,
  connect,
  desktop,
  elsewhere,
  everywhere,
  'game-settings': gameSettings,
  games,
  groups,
  instances,
  namespaces,
  settings,
  'switch-sheet': switchSheet,
  transfers,
  updates,
  versions,
  welcome,
};

/** All sentences. */
export const german: Catalogue = Object.assign({}, ...Object.values(parts));
