// Gathers the facts of the switch sheet while it is open.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Comparison } from '../../../src-shared/versions/bridge.ts';
import { client } from '../../bridge/client.ts';
import { gameOf, targetOf } from './namespaces-actions.ts';
import type { NamespacePlace } from './namespaces-store.ts';
import { type Loadable, useSwitchFacts } from './switch-store.ts';

/** Mirrors the servers of a namespace and reads how it is set, until the answer is called. */
export function followSwitchFacts(place: NamespacePlace): () => void {
  const target = targetOf(place);
  let isOver = false;
  const read = async () => {
    try {
      const value = await client.call('namespaces.settings', target);
      if (!isOver) useSwitchFacts.setState({ settings: { state: 'read', value } });
    } catch (thrown) {
      if (!isOver) useSwitchFacts.setState({ settings: { state: 'failed', why: asAppError(thrown).message } });
    }
  };
  void read();
  void readHistory(target, () => isOver);
  const stops = [
    followServersOf(place),
    client.subscribe('servers.state', target, { next: (serversState) => useSwitchFacts.setState({ serversState }) }),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

/** How versions went there, for their marks. */
async function readHistory(target: NamespacePlace, isOver: () => boolean): Promise<void> {
  try {
    const { rows } = await client.call('namespaces.history', { ...target, limit: 32 });
    if (!isOver()) useSwitchFacts.setState({ history: { state: 'read', value: rows } });
  } catch (thrown) {
    if (!isOver()) useSwitchFacts.setState({ history: { state: 'failed', why: asAppError(thrown).message } });
  }
}

/** Mirrors the servers of a namespace until the answer is called. */
export function followServersOf(place: NamespacePlace): () => void {
  return client.subscribe('servers', targetOf(place), { next: (servers) => useSwitchFacts.setState({ servers }) });
}

/** Compares two versions for a namespace. What is answered after the call of the answer is dropped. */
export function compareFor(place: NamespacePlace, from: string, to: string): () => void {
  let isOver = false;
  // What was read of the same two stays while they are compared again, as after a lost connection.
  if (!isAbout(useSwitchFacts.getState().comparison, from, to)) {
    useSwitchFacts.setState({ comparison: { state: 'reading' } });
  }
  const read = async () => {
    const versions = { from_version_id: from, to_version_id: to };
    const where = { ...gameOf(place), namespace_id: place.namespace_id };
    try {
      const value = await client.call('versions.compare', { ...where, ...versions });
      if (!isOver) useSwitchFacts.setState({ comparison: { state: 'read', value } });
    } catch (thrown) {
      if (!isOver) useSwitchFacts.setState({ comparison: { state: 'failed', why: asAppError(thrown).message } });
    }
  };
  void read();
  return () => {
    isOver = true;
  };
}

function isAbout(loaded: Loadable<Comparison>, from: string, to: string): boolean {
  return loaded.state === 'read' && loaded.value.from.version_id === from && loaded.value.to.version_id === to;
}
