// Removes containers of ours with all that came with them: found by our label, never by a name that others may use.
import { isNoContainer } from './container-state.ts';
import { SERVER_LABEL } from './create-arguments.ts';
import type { Engine } from './engine.ts';

/** Ends it if it runs. One that is gone is no error. */
export async function removeContainer(engine: Engine, id: string): Promise<void> {
  // Podman would ask it to end first, and wait.
  const atOnce = engine.name === 'podman' ? ['--time=0'] : [];
  try {
    await engine.run(['rm', '--force', '--volumes', ...atOnce, id]);
  } catch (thrown) {
    if (!isNoContainer(thrown)) throw thrown;
  }
}

/** All containers of one server; answers how many there were. */
export async function removeOf(engine: Engine, server_id: string): Promise<number> {
  const filter = `label=${SERVER_LABEL}=${server_id}`;
  const printed = await engine.run(['ps', '--all', '--quiet', '--no-trunc', '--filter', filter]);
  const ids = printed.split('\n').filter((line) => line !== '');
  for (const id of ids) await removeContainer(engine, id);
  return ids.length;
}
