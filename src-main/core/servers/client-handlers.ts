// Answers the window's calls and topics about clients and crash bundles.
import path from 'node:path';
import type { z } from 'zod';
import type { CallHandlers, TopicSources } from '../../../src-shared/bridge/serve.ts';
import { type ValueSource, valueSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { readClientCommand } from '../../../src-shared/servers/client-command.ts';
import type {
  clientCalls,
  clientCommand,
  clientTopics,
  SavedBundle,
} from '../../../src-shared/servers/clients-bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { Host } from '../host/host.ts';
import { runsAsRoot } from '../host/open-with-system.ts';
import { type Instance, requireAbility } from '../instances/instance.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { Clients } from './clients.ts';
import { saveDownload } from './save-download.ts';

type Contract = { calls: typeof clientCalls; topics: typeof clientTopics };
type Game = { instance_id: string; game_id: string };
type ClientCommand = z.infer<typeof clientCommand>;
type Parts = { clients: Clients; instances: InstanceService; host: Host };

export function clientHandlers({ clients, instances, host }: Parts, commands: ClientCommands): CallHandlers<Contract> {
  return {
    'servers.setClientCommand': async ({ command, ...game }) => {
      commands.set(game, command.trim());
    },
    'servers.openClients': async ({ host: name, port, count, game_id, server_id, instance_id }) => {
      const opening = readClientCommand(commands.get({ instance_id, game_id }), { host: name, port });
      if ('problem' in opening) throw new AppError('REQUEST_REFUSED', opening.problem);
      for (let n = 0; n < count; n += 1) {
        if (opening.kind === 'link') await host.openLink(opening.url);
        else await clients.start({ ...opening, game_id, server_id });
      }
    },
    'servers.stopClient': ({ client_id: id }) => clients.stop(id),
    'servers.forgetClients': async () => {
      clients.forget();
    },
    'servers.previewBundle': async ({ instance_id: id, ...target }, { signal }) => {
      requireAbility(instances.find(id), 'crash_bundle');
      return await instances
        .find(id)
        .client()
        .previewCrashBundle({ params: paramsOf(target) }, { signal });
    },
    'servers.saveBundle': async ({ instance_id: id, leave_out, ...target }, { signal }) => {
      const instance = instances.find(id);
      requireAbility(instance, 'crash_bundle');
      return await saveBundle({ instance, host, params: paramsOf(target), leaveOut: leave_out, signal });
    },
  };
}

export function clientSources({ clients }: Pick<Parts, 'clients'>, commands: ClientCommands): TopicSources<Contract> {
  return {
    'servers.clients': () => clients.source,
    'servers.clientCommand': (game) => commands.source(game),
  };
}

export type ClientCommands = ReturnType<typeof createClientCommands>;

/** How the clients of each game are opened, kept with what else was marked on its instance. */
export function createClientCommands(instances: InstanceService, asRoot = runsAsRoot()) {
  const rights = asRoot ? { as_root: true } : {};
  const sources = new Map<string, ValueSource<ClientCommand>>();
  const get = ({ instance_id: id, game_id }: Game) =>
    instances.marks(id).client_commands.find((one) => one.game_id === game_id)?.command ?? '';
  const source = (game: Game) => {
    const key = `${game.instance_id} ${game.game_id}`;
    const found = sources.get(key) ?? valueSource<ClientCommand>({ command: get(game), ...rights });
    sources.set(key, found);
    return found;
  };
  return {
    get,
    source,
    set: (game: Game, command: string) => {
      const { instance_id: id, game_id } = game;
      instances.mark(id, ({ client_commands: known }) => {
        const others = known.filter((one) => one.game_id !== game_id);
        return { client_commands: command === '' ? others : [...others, { game_id, command }] };
      });
      source(game).set({ command, ...rights });
    },
  };
}

function paramsOf({ game_id, namespace_id, server_id }: { game_id: string; namespace_id: string; server_id: string }) {
  return { game_id, environment_id: namespace_id, server_id };
}

type Order = {
  instance: Instance;
  host: Host;
  params: { game_id: string; environment_id: string; server_id: string };
  leaveOut: string[];
  signal: AbortSignal;
};

/** Into a folder that the person picks; a shell without a picker has the window download it from the address that the instance gave. */
async function saveBundle({ instance, host, params, leaveOut, signal }: Order): Promise<SavedBundle> {
  const canPick = host.view.abilities.pick_folder;
  const folder = canPick ? await host.pickFolder(messageFor('pick.crash-bundle-place')) : null;
  if (canPick && folder === null) return { outcome: 'closed' };
  const { url, bytes } = await instance.client().makeCrashBundle({ params, body: { leave_out: leaveOut } });
  if (folder === null) return { outcome: 'download', url, bytes };
  const file = path.join(folder, `crash-${params.server_id}.zip`);
  const network = instance.network();
  await saveDownload({ network, url, file, signal, replaces: true, notSaved: 'server.bundle-not-saved' });
  return { outcome: 'saved', file };
}
