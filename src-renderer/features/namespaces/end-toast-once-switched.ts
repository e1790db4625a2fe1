// A message about what a namespace runs stands no longer than that is so, whoever switches it.
import { client } from '../../bridge/client.ts';
import { followForToast } from '../../ui/notices/toasts-actions.ts';
import type { NamespacePlace } from './namespaces-store.ts';

/** Takes the toast away once `isLeft` says so of the version that the namespace runs, and its name; undefined is a namespace that is gone. */
export function endToastOnceSwitched(
  id: string,
  { instance_id, game_id, namespace_id }: NamespacePlace,
  isLeft: (version_id?: string, name?: string) => boolean,
): void {
  followForToast(id, (retire) =>
    client.subscribe(
      'game',
      { instance_id, game_id },
      {
        next: ({ game }) => {
          if (game === null) return;
          const runs = game.namespaces.find(({ namespace_id: one }) => one === namespace_id)?.version_id;
          if (isLeft(runs, game.versions.find(({ version_id: one }) => one === runs)?.display_name)) retire();
        },
      },
    ),
  );
}
