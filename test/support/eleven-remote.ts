// The remote with the eleven calls alone, of a test: closed when the test ends.
import { onTestFinished } from 'vitest';
import { type ElevenOptions, type ElevenRemote, openElevenRemote } from './open-eleven-remote.ts';

export async function startElevenRemote(target: string, options: ElevenOptions = {}): Promise<ElevenRemote> {
  const remote = await openElevenRemote(target, options);
  onTestFinished(remote.close);
  return remote;
}
