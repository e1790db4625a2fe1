// The list of measures. One measure is one row; what it needs lives in a file of its own beside this one.
import { doctor } from './doctor.ts';
import { fleetHosts } from './fleet-hosts.ts';
import { fleetStart } from './fleet-start.ts';
import { idleServers } from './idle-servers.ts';
import { journalStart } from './journal-start.ts';
import { jsonReads } from './json-reads.ts';
import { killLoop } from './kill-loop.ts';
import { largeFolder } from './large-folder.ts';
import { largeServers } from './large-servers.ts';
import { localDrop } from './local-drop.ts';
import { logs } from './logs.ts';
import { manyServers } from './many-servers.ts';
import type { Measure } from './measure.ts';
import { mixedLoad } from './mixed-load.ts';
import { objectStore } from './object-store.ts';
import { packMeasure } from './pack.ts';
import { pushKill } from './push-kill.ts';
import { pushMemory } from './push-memory.ts';
import { rePush } from './re-push.ts';
import { receiveParts, receiveWhole } from './receive.ts';
import { receiveMemory } from './receive-memory.ts';
import { relayCleared } from './relay-cleared.ts';
import { relayTcp } from './relay-tcp.ts';
import { relayUdp } from './relay-udp.ts';
import { sendMeasure } from './send.ts';
import { slowLine } from './slow-line.ts';
import { slowUploads } from './slow-uploads.ts';
import { startMeasure } from './start.ts';
import { startStop } from './start-stop.ts';
import { switchMeasure } from './switch.ts';
import { unpackMeasure } from './unpack.ts';
import { wallStart } from './wall-start.ts';
import { watchMeasure } from './watch.ts';
import { windowMeasures } from './window/measures.ts';

export const measures: readonly Measure[] = [
  startMeasure,
  jsonReads,
  largeFolder,
  watchMeasure,
  receiveParts,
  receiveWhole,
  receiveMemory,
  objectStore,
  slowUploads,
  mixedLoad,
  killLoop,
  packMeasure,
  sendMeasure,
  localDrop,
  journalStart,
  pushKill,
  pushMemory,
  slowLine,
  rePush,
  doctor,
  relayTcp,
  relayCleared,
  relayUdp,
  unpackMeasure,
  logs,
  idleServers,
  startStop,
  switchMeasure,
  manyServers,
  fleetStart,
  fleetHosts,
  largeServers,
  wallStart,
  ...windowMeasures,
];
