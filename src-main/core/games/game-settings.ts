// Answers the window's calls about the settings of a game: names, pictures, tokens, and devices that wait for one.
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import type { gameSettingsCalls } from '../../../src-shared/games/settings-bridge.ts';
import type { Ability } from '../../../src-shared/instances/abilities.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { requireWritable } from '../instances/write-permission.ts';
import { createPictures } from './pictures.ts';

type Contract = { calls: typeof gameSettingsCalls; topics: Record<string, never> };
type Handlers = CallHandlers<Contract>;

/** `onToken` is told about each secret before the window is, so that it can be kept out of everything that is written. */
export function gameSettingsHandlers(instances: InstanceService, onToken: (token: string) => void): Handlers {
  const pictures = createPictures(instances);
  const able = (instance_id: string, ability: Ability) => {
    requireAbility(instances.find(instance_id), ability);
    return instances.find(instance_id).client();
  };
  const changing = (instance_id: string, ability: Ability) => {
    requireWritable(instances, instance_id);
    return able(instance_id, ability);
  };
  return {
    'games.validateNames': async ({ instance_id: id, ...body }, { signal }) =>
      await able(id, 'update_game').validateGame({ body }, { signal }),
    'games.rename': async ({ instance_id: id, game_id, ...body }) => {
      await changing(id, 'update_game').updateGame({ params: { game_id }, body });
    },
    'games.beginPicture': async (request) => ({ picture_id: pictures.begin(request) }),
    'games.addToPicture': async ({ picture_id: id, offset, data }) => {
      pictures.add(id, offset, Buffer.from(data, 'base64'));
    },
    'games.sendPicture': ({ picture_id: id }, { signal }) => pictures.send(id, signal),
    'games.tokens': async ({ instance_id: id, game_id }, { signal }) =>
      await able(id, 'tokens').listTokens({ params: { game_id } }, { signal }),
    'games.createToken': async ({ instance_id: id, game_id, name, namespace_id }) => {
      const client = changing(id, 'tokens');
      const body = { name };
      const made =
        namespace_id === undefined
          ? await client.createCloudToken({ params: { game_id }, body })
          : await client.createServiceToken({ params: { game_id, environment_id: namespace_id }, body });
      onToken(made.token);
      return made;
    },
    'games.revokeToken': async ({ instance_id: id, ...params }) => {
      await changing(id, 'tokens').revokeToken({ params });
    },
    'games.completeDeviceLink': async ({ instance_id: id, ...body }) => {
      onToken(body.device_link_token);
      requireWritable(instances, id);
      await instances.find(id).client().completeDeviceLink({ body });
    },
  };
}
