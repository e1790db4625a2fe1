// Every reason with its English sentence, put together from a file per area. Errors and statuses are made from it wherever they arise.
import { app } from './en/app.ts';
import { archives } from './en/archives.ts';
import { bridge } from './en/bridge.ts';
import { codes } from './en/codes.ts';
import { commandLine } from './en/command-line.ts';
import { containers } from './en/containers.ts';
import { desktop } from './en/desktop.ts';
import { doctor } from './en/doctor.ts';
import { fleet } from './en/fleet.ts';
import { hostCheck } from './en/host-check.ts';
import { instances } from './en/instances.ts';
import { manifest } from './en/manifest.ts';
import { protocol } from './en/protocol.ts';
import { servers } from './en/servers.ts';
import { service } from './en/service.ts';
import { system } from './en/system.ts';
import { transfers } from './en/transfers.ts';

const areas = [
  codes,
  archives,
  containers,
  doctor,
  manifest,
  servers,
  fleet,
  service,
  system,
  instances,
  transfers,
  app,
  desktop,
  bridge,
  commandLine,
  hostCheck,
  protocol,
];

type Area = ReturnType<(typeof areas)[number]>;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** One of the reasons. A code is the reason of errors that have no better one. */
export type Reason = KeysOf<Area>;

/** Reason -> English sentence, with named places for what is filled in. */
export type English = { readonly [R in Reason]: Extract<Area, Readonly<Record<R, string>>>[R] };

let made: English | undefined;

/** The table. It is made with the first sentence: most threads load it and say none. */
export function english(): English {
  // Spread in an object literal, this takes twice as long.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the entries of each area
  made ??= Object.assign({}, ...areas.map((area) => area())) as English;
  return made;
}
