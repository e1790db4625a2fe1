// Answers the calls about crash bundles.

import { tokenIdOf } from '../../platform/access/given-access.ts';
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
  const find = (params: Place) => {
    return servers.one(namespaces.environment(params), params.server_id);
  };
  return {
    previewCrashBundle: async ({ params }) => {
      const { files, notes } = await bundles.preview(find(params));
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
      const { address, bytes } = await bundles.make(find(params), body.leave_out ?? [], tokenIdOf(caller));
      return { url: publicUrl() + address, bytes };
    },
  };
}
