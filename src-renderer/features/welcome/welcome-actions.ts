// What the first page starts: the sample game on the local service.
import { create } from 'zustand';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { client } from '../../bridge/client.ts';
import { goTo } from '../../routes/route-store.ts';
import { openLink } from '../host/host-actions.ts';

export type SampleState = { isStarting: boolean; problem: string | undefined };
export const useSample = create<SampleState>(() => ({ isStarting: false, problem: undefined }));

/** Starts its server, shows its game, and opens its page where players see it. */
export async function runSample(instance_id: string): Promise<void> {
  if (useSample.getState().isStarting) return;
  useSample.setState({ isStarting: true, problem: undefined });
  try {
    const { game_id, url } = await client.call('games.runSample', {});
    useSample.setState({ isStarting: false });
    goTo({ page: 'game', instance_id, game_id });
    await openLink(url);
  } catch (thrown) {
    useSample.setState({ isStarting: false, problem: asAppError(thrown).message });
  }
}
