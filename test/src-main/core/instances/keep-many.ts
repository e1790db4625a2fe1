// Keeps so many remotes, each with its token and a mark on it, as fast as it goes.

import { LOCAL_ID } from '../../../../src-main/core/instances/local-instance.ts';
import { openKeptRemotes } from '../../../../src-main/core/instances/open-target.ts';
import { tokenName } from '../../../../src-main/core/instances/remote-instance.ts';

export async function keepMany(folder: string, name: string, count: number): Promise<void> {
  const { store, secrets } = await openKeptRemotes(folder);
  for (let n = 0; n < count; n += 1) {
    const id = `${name}-${n}`;
    await secrets.set(tokenName(id), `token of ${id}`);
    store.put({ id, name: id, url: `https://${id}.example` });
    store.mark(LOCAL_ID, ({ pinned_games: known }) => ({ pinned_games: [...known, id] }));
    await new Promise(setImmediate);
  }
}
