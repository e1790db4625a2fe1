// The one table of engines: how a build of each looks, and how it is started. The first row that fits decides.

import { messageFor } from '../../text/message.ts';
import { findQuake3, findSource } from './dedicated-servers.ts';
import type { EngineFound } from './engine-found.ts';
import { findGodot, findUnity, findUnreal } from './game-engines.ts';
import type { IndexedBuild } from './indexed.ts';
import type { EngineName } from './report.ts';
import { findDotnet, findJava, findNative, findNode, findPython, findRust } from './runtimes.ts';

/** One row: looks at a build and says what it found, if it is one of this engine's. */
export type EngineRule = {
  readonly name: EngineName;
  readonly find: (build: IndexedBuild) => EngineFound | undefined;
};

/** The rows, those with the surest clues first. */
export const engineRules: readonly EngineRule[] = [
  { name: 'unity', find: findUnity },
  { name: 'unreal', find: findUnreal },
  { name: 'godot', find: findGodot },
  { name: 'source', find: findSource },
  { name: 'quake3', find: findQuake3 },
  { name: 'dotnet', find: findDotnet },
  { name: 'java', find: findJava },
  { name: 'node', find: findNode },
  { name: 'python', find: findPython },
  { name: 'rust', find: findRust },
  { name: 'native', find: findNative },
];

/** The engine of a build. */
export function findEngine(build: IndexedBuild): { name: EngineName; found: EngineFound } {
  for (const { name, find } of engineRules) {
    const found = find(build);
    if (found !== undefined) return { name, found };
  }
  const clue = messageFor('engine.nothing-tells');
  return { name: 'unknown', found: { clue, preferred: [], argumentsOf: () => [], ports: [] } };
}
