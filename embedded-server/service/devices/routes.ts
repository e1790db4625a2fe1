// Answers the calls about device links.
import type { SomeHandlers } from '../../platform/http/handlers.ts';
import type { WatchHub } from '../../platform/watch/watch-hub.ts';
import { answerWatched } from '../../platform/watch/watched.ts';
import { type DeviceService, linkKey } from './service.ts';

type Parts = { devices: DeviceService; hub: WatchHub; publicUrl: () => string };

export function deviceHandlers({
  devices,
  hub,
  publicUrl,
}: Parts): SomeHandlers<'createDeviceLink' | 'getDeviceLink' | 'completeDeviceLink' | 'refuseDeviceLink'> {
  return {
    createDeviceLink: async (_request, { origin = {} }) => {
      const { link_id, token } = await devices.create(origin);
      return {
        device_link_id: link_id,
        device_link_token: token,
        device_link_url: `${publicUrl()}/devices/link/${token}`,
      };
    },
    getDeviceLink: async ({ query }, { signal }) => {
      const link = await devices.verify(query.device_link_token);
      const state = await answerWatched({
        hub,
        key: linkKey(link.link_id),
        index: query.watch_index,
        signal,
        read: () => ({ revision: devices.revision(link), data: {} }),
      });
      // A caller that went away while it waited gets it with its next call.
      const token = signal.aborted ? undefined : devices.takeToken(link);
      if (token !== undefined) return { ...state, cloud_token: token };
      return devices.isRefused(link) ? { ...state, refused: true } : state;
    },
    refuseDeviceLink: async ({ body }) => {
      await devices.refuse(body.device_link_token);
      return {};
    },
    completeDeviceLink: async ({ body }, { caller }) => {
      await devices.complete(body.device_link_token, body.game_id, caller);
      return {};
    },
  };
}
