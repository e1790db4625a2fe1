// Every reason with its German sentence.
import { app } from './de/app.ts';
import { archives } from './de/archives.ts';
import { bridge } from './de/bridge.ts';
import { codes } from './de/codes.ts';
import { commandLine } from './de/command-line.ts';
import { containers } from './de/containers.ts';
import { desktop } from './de/desktop.ts';
import { doctor } from './de/doctor.ts';
import { fleet } from './de/fleet.ts';
import { hostCheck } from './de/host-check.ts';
import { instances } from './de/instances.ts';
import { manifest } from './de/manifest.ts';
import { protocol } from './de/protocol.ts';
import { servers } from './de/servers.ts';
import { service } from './de/service.ts';
import { system } from './de/system.ts';
import { transfers } from './de/transfers.ts';
import type { Reason } from './english.ts';

/** What people are shown in German: the command line speaks English alone, and the window makes no mistakes in HTTP. */
export const shownReasons = {
  ...codes,
  ...archives,
  ...containers,
  ...doctor,
  ...manifest,
  ...servers,
  ...fleet,
  ...service,
  ...system,
  ...instances,
  ...transfers,
  ...app,
  ...desktop,
  ...bridge,
};

export const germanReasons = Object.assign({}, shownReasons, commandLine, hostCheck, protocol) satisfies Record<
  Reason,
  string
>;
