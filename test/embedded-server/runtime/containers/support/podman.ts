// A real engine for tests: whether there is one, and what it holds of ours. Machines without one skip, and say so by name.
import { existsSync } from 'node:fs';
import { describe } from 'vitest';
import { SERVER_LABEL } from '../../../../../embedded-server/runtime/containers/create-arguments.ts';
import { createEngineFinder, type Engine } from '../../../../../embedded-server/runtime/containers/engine.ts';

const found = await createEngineFinder()
  .find()
  .catch((thrown: unknown) => thrown as Error);
/** Images in tests are made of it. */
const hasBusybox = existsSync('/bin/busybox');

/** Whether this machine has one, and what images in tests are made of. */
export const hasEngine = !(found instanceof Error) && hasBusybox;

/** With the engine of this machine, or skipped for a reason that `npm test` lets pass. */
export function describeWithEngine(name: string, tests: () => void): void {
  if (hasEngine) describe(name, tests);
  else describe.skip(`${name} (no container engine)`, tests);
}

export function theEngine(): Engine {
  if (found instanceof Error) throw found;
  return found;
}

/** Whether its containers get a first process of their own. */
export const hasInit = !(found instanceof Error) && found.initFlags.length > 0;

/** The containers of a server that there are, running or not. */
export async function containersOf(server_id: string): Promise<string[]> {
  const filter = `label=${SERVER_LABEL}=${server_id}`;
  const printed = await theEngine().run(['ps', '--all', '--quiet', '--filter', filter]);
  return printed.split('\n').filter(Boolean);
}

/** Those of these servers that have containers, running or not. The engine is asked once. */
export async function withContainers(server_ids: readonly string[]): Promise<string[]> {
  const printed = await theEngine().run([
    'ps',
    '--all',
    '--filter',
    `label=${SERVER_LABEL}`,
    '--format',
    '{{.Labels}}',
  ]);
  return server_ids.filter((id) => printed.includes(id));
}

/** Those of these images that it has. The engine is asked once. */
export async function imagesOf(names: readonly string[]): Promise<string[]> {
  const printed = await theEngine().run(['image', 'ls', '--format', '{{.Repository}}:{{.Tag}}']);
  return names.filter((name) => printed.includes(name));
}

export async function hasImage(name: string): Promise<boolean> {
  return (await theEngine().run(['image', 'ls', '--quiet', name])).trim() !== '';
}
