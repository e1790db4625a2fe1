// The connections that parts go over. The instance's own agents trust what was agreed for it, a pinned certificate say; a store
// on another machine gets none of that.
import { type Network, openNetwork } from '../../http/network.ts';

export type Agents = {
  for(url: string, instance: { url: string; network: Network }): Promise<Network['agents']>;
  close(): void;
};

export function createAgents(caFile: () => string | undefined): Agents {
  let others: Promise<Network> | undefined;
  let opened: Network | undefined;
  return {
    for: async (url, instance) => {
      if (new URL(url).origin === new URL(instance.url).origin) return instance.network.agents;
      others ??= openNetwork({ caFile: caFile() });
      opened = await others;
      return opened.agents;
    },
    close: () => opened?.close(),
  };
}
