// Chooses what tells of processes on the system that this runs on.
import { linux } from './linux.ts';
import { macos } from './macos.ts';
import type { ProcessSystem } from './system.ts';
import { windows } from './windows.ts';

/** Other Unix systems have the same tools as macOS, lsof aside, without which ports stay unknown. */
export function thisSystem(): ProcessSystem {
  if (process.platform === 'linux') return linux;
  return process.platform === 'win32' ? windows : macos;
}
