// German, put together from a file per feature. It is loaded when it is wanted.
import type { Catalogue } from '../catalogue.ts';
import { shownReasons } from '../reasons/german.ts';
import { activity } from './activity.ts';
import { app } from './app.ts';
import { board } from './board.ts';
import { builds } from './builds.ts';
import { changes } from './changes.ts';
import { choose } from './choose.ts';
import { clients } from './clients.ts';
import { createServer } from './create-server.ts';
import { desktop } from './desktop.ts';
import { everywhere } from './everywhere.ts';
import { gameSettings } from './game-settings.ts';
import { games } from './games.ts';
import { groups } from './groups.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { instances } from './instances.ts';
import { log } from './log.ts';
import { namespaces } from './namespaces.ts';
import { native } from './native.ts';
import { nodes } from './nodes.ts';
import { servers } from './servers.ts';
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
  builds,
  changes,
  choose,
  clients,
  'create-server': createServer,
  desktop,
  everywhere,
  'game-settings': gameSettings,
  games,
  groups,
  history,
  home,
  instances,
  log,
  namespaces,
  native,
  nodes,
  servers,
  settings,
  'switch-sheet': switchSheet,
  transfers,
  updates,
  versions,
  welcome,
};

/** All sentences of the window, by their English, and of the reasons, by their names. */
export const german: Catalogue = Object.assign({}, shownReasons, ...Object.values(parts));
