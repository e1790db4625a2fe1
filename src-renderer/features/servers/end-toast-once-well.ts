// A message about what crashed, or did not start, stands until a server in its place runs well.
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import { client } from '../../bridge/client.ts';
import { followForToast } from '../../ui/notices/toasts-actions.ts';
import { replacementOf } from './crash-record.ts';

/** Takes the toast away once such a server of the version has been seen to run for so long. */
export function endToastOnceWell(id: string, place: NamespacePlace & { version_id: string }, wellMs: number): void {
  const { instance_id, game_id, namespace_id, version_id } = place;
  followForToast(id, (retire) => {
    let seen: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.subscribe(
      'servers',
      { instance_id, game_id, namespace_id },
      {
        next: (list) => {
          const now = replacementOf(list, version_id)?.id;
          if (now === seen) return;
          seen = now;
          clearTimeout(timer);
          if (now !== undefined) timer = setTimeout(retire, wellMs);
        },
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
}
