// What servers that live have said of themselves through the SDK.
import type { ServerSdk } from '../../../src-shared/service/server-sdk.ts';

export function createSdkViews() {
  const views = new Map<string, ServerSdk>();
  return {
    set: (server_id: string, sdk: ServerSdk) => void views.set(server_id, sdk),
    of: (server_id: string) => views.get(server_id),
    forget: (server_id: string) => void views.delete(server_id),
  };
}
