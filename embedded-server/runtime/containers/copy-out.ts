// Copies a folder out of an image, through a container that never starts: what an image brings in its volumes is what they begin with.

import { access } from 'node:fs/promises';
import type { CopyOut } from '../runner/runner.ts';
import { SERVER_LABEL } from './create-arguments.ts';
import type { Engine } from './engine.ts';
import { refusedStart } from './refused-start.ts';
import { removeContainer } from './remove.ts';
import { EngineFailure } from './run-engine.ts';

const NOT_THERE = /could not be found|could not find|no such file/i;
/** Worlds may be large, and disks slow. */
const LONGEST_COPY_MS = 3_600_000;

/** Answers whether the image has that folder. */
export async function copyOut(
  engine: Engine,
  { server_id, image, place, to }: CopyOut,
  signal?: AbortSignal,
): Promise<boolean> {
  const id = await makeUnstarted(engine, server_id, image);
  try {
    return await copyOne(engine, `${id}:/${place}`, to, signal);
  } catch (thrown) {
    throw thrown instanceof EngineFailure ? refusedStart(engine, thrown.lines, thrown) : thrown;
  } finally {
    await removeContainer(engine, id);
  }
}

async function makeUnstarted(engine: Engine, server_id: string, image: string): Promise<string> {
  const printed = await engine.run([
    'create',
    '--pull=never',
    '--network=none',
    `--label=${SERVER_LABEL}=${server_id}`,
    // Podman would copy from a new volume, which is empty until the container starts.
    ...(engine.name === 'podman' ? ['--image-volume=ignore'] : []),
    ...engine.createFlags,
    image,
    'never-started',
  ]);
  return printed.trim().split('\n').at(-1) ?? '';
}

async function copyOne(engine: Engine, from: string, to: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await engine.run(['cp', from, to], { signal, longestMs: LONGEST_COPY_MS });
  } catch (thrown) {
    if (thrown instanceof EngineFailure && NOT_THERE.test(thrown.lines.join(' '))) return false;
    throw thrown;
  }
  return await access(to).then(
    () => true,
    () => false,
  );
}
