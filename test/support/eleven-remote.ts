// The remote with the eleven calls alone, of a test: closed when the test ends.
import { type ElevenOptions, type ElevenRemote, openElevenRemote } from './open-eleven-remote.ts';
import { closeAtEnd } from './start-once.ts';

export async function startElevenRemote(target: string, options: ElevenOptions = {}): Promise<ElevenRemote> {
  const remote = await openElevenRemote(target, options);
  closeAtEnd(remote.close);
  return remote;
}
