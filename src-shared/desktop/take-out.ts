// What leaves the window as a file: builds and logs, dragged to the desktop or saved. The window names what it means, never a place.
import { z } from 'zod';
import { call } from '../bridge/define.ts';
import { buildTarget } from '../builds/bridge.ts';
import { serverTarget } from '../servers/bridge.ts';

/** Calls that take things out. Those that drag answer when the system has the file at hand; what it does with it is its own business. */
export const takeOutCalls = {
  'desktop.dragBuild': call(buildTarget, z.void()),
  'desktop.dragLog': call(serverTarget, z.void()),
  /** Into a folder that the person picks; null when they closed the picker. */
  'desktop.saveBuild': call(buildTarget, z.object({ file: z.string().nullable() })),
};
