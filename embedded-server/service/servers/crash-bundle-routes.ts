// Answers the calls about crash bundles.

import type { Caller } from '../../platform/access/callers.ts';
import { tokenIdOf } from '../../platform/access/given-access.ts';
import { requireEnvironment } from '../../platform/access/scope.ts';
import { answered } from '../../platform/front/answered-message.ts';
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { CrashBundles } from '../../runtime/crash-bundles/crash-bundles.ts';
import type { NamespaceService } from '../namespaces/service.ts';
import type { ServerService } from './service.ts';

type Parts = {
  servers: ServerService;
  namespaces: NamespaceService;
  bundles: CrashBundles;
  publicUrl: () => string;
};
type Place = { game_id: string; environment_id: string; server_id: string };

export function crashBundleHandlers({
  servers,
  namespaces,
  bundles,
  publicUrl,
}: Parts): SomeHandlers<'previewCrashBundle' | 'makeCrashBundle'> {
  const find = (caller: Caller, params: Place) => {
    requireEnvironment(caller, params.game_id, params.environment_id);
    return servers.one(namespaces.environment(params), params.server_id);
  };
  return {
    previewCrashBundle: async ({ params }, { caller }) => {
      const { files, notes } = await bundles.preview(find(caller, params));
      return {
        notes: notes.map(answered),
        files: files.map(({ leftOut, ...file }) => ({
          ...file,
          why: answered(file.why),
          ...(leftOut === undefined ? {} : { left_out: answered(leftOut) }),
        })),
      };
    },
    makeCrashBundle: async ({ params, body }, { caller }) => {
      const { address, bytes } = await bundles.make(find(caller, params), body.leave_out ?? [], tokenIdOf(caller));
      return { url: publicUrl() + address, bytes };
    },
  };
}
