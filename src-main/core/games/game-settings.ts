// Answers the window's calls about the settings of a game: names, pictures, tokens, and devices that wait for one.
import type { z } from 'zod';
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import type { gameSettingsCalls } from '../../../src-shared/games/settings-bridge.ts';
import type { Ability } from '../../../src-shared/instances/abilities.ts';
import type { ServiceClient } from '../../../src-shared/service/client.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import { requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { createPictures } from './pictures.ts';

type Contract = { calls: typeof gameSettingsCalls; topics: Record<string, never> };
type Handlers = CallHandlers<Contract>;
type NewToken = z.output<(typeof gameSettingsCalls)['games.createToken']['input']>;

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
    'games.createToken': async ({ instance_id: id, ...request }) => {
      const client = changing(id, request.can === undefined ? 'tokens' : 'limited_tokens');
      const { token, token_id } = await createToken(client, request);
      onToken(token);
      return { token, token_id };
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

async function createToken(client: ServiceClient, request: Omit<NewToken, 'instance_id'>) {
  const { game_id, name, namespace_id: environment_id, can, expires_in } = request;
  const params = { game_id };
  if (can !== undefined) return await client.createToken({ params, body: { name, can, environment_id, expires_in } });
  const body = { name };
  return environment_id === undefined
    ? await client.createCloudToken({ params, body })
    : await client.createServiceToken({ params: { game_id, environment_id }, body });
}
