// Follows what the shelf shows, and what a person does to the shelf itself.
import { client } from '../../bridge/client.ts';
import { useVersions } from './versions-store.ts';

/** The builds of more namespaces than this are not followed for their sizes alone. */
export const MOST_FOLLOWED = 24;

/** Mirrors the sizes of a game's versions until the answer is called. */
export function followVersionBuilds(instance_id: string, game_id: string, namespaceIds: readonly string[]): () => void {
  const stops = namespaceIds.slice(0, MOST_FOLLOWED).map((namespace_id) =>
    client.subscribe(
      'builds',
      { instance_id, game_id, namespace_id },
      {
        next: ({ builds }) =>
          useVersions.setState((state) => ({ builds: { ...state.builds, [namespace_id]: builds ?? undefined } })),
      },
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Makes a version the one that keys act on. */
export function selectVersion(selected: string): void {
  useVersions.setState({ selected });
}

/** Looks for versions; undefined closes the field. */
export function filterVersions(filter: string | undefined): void {
  useVersions.setState({ filter });
}

/** Pulls the shelf out, or puts it back. */
export function setVersionListOpen(isOut: boolean): void {
  useVersions.setState({ isOut });
}

/** Forgets the builds of another game. */
export function clearVersionBuilds(): void {
  useVersions.setState({ builds: {} });
}

/** The list begins anew. */
export function clearVersionList(): void {
  useVersions.setState(({ builds }) => ({ ...useVersions.getInitialState(), builds }), true);
}
