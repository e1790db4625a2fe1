// The way to one instance: through the proxy that the system names, trusting who it may trust. The token leaves only after
// the other side's certificate was found good.

import http from 'node:http';
import https from 'node:https';
import { type Trust, tlsOptions } from './certificate-trust.ts';

export type Network = {
  readonly agents: {
    readonly http: http.Agent;
    readonly https: https.Agent;
    /** Only one certificate is taken, which a person agreed to. */
    readonly isPinned: boolean;
  };
  /** Ends the connections that are kept. */
  close(): void;
};

const IDLE_SOCKETS = 4;

export async function openNetwork(trust: Trust, env: NodeJS.ProcessEnv = process.env): Promise<Network> {
  const common = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS, proxyEnv: env };
  const agents = {
    http: new http.Agent(common),
    https: new https.Agent({ ...common, ...(await tlsOptions(trust)) }),
    isPinned: trust.pinned !== undefined,
  };
  return {
    agents,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
