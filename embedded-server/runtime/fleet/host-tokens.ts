// The tokens of hosts. Each names its server and is signed for it alone, so nothing has to be kept of it, and it ends with its server.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type HostTokens = {
  of(server_id: string): string;
  /** The server that a token is for; undefined for anything that was not given out here. */
  serverOf(token: string): string | undefined;
};

const FORM = /^slipway_host_(?<server_id>[0-9a-f-]{36})_(?<mark>[\w-]{43})$/;

export function createHostTokens(key: Buffer): HostTokens {
  const markOf = (server_id: string) => createHmac('sha256', key).update(server_id).digest();
  return {
    of: (server_id) => `slipway_host_${server_id}_${markOf(server_id).toString('base64url')}`,
    serverOf: (token) => {
      const { server_id, mark } = FORM.exec(token)?.groups ?? {};
      if (server_id === undefined || mark === undefined) return undefined;
      return timingSafeEqual(Buffer.from(mark, 'base64url'), markOf(server_id)) ? server_id : undefined;
    },
  };
}
