// Promotes versions between the instances of the app: the other side is switched where it has the bytes, else a transfer of this
// machine's own copy begins, which switches when it is done.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { PromoteOutcome, PromotePlan, PromotionRequest } from '../../../src-shared/versions/promote.ts';
import { requireWritable } from '../instances/confirm-protected.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { NamespaceService } from '../namespaces/namespace-service.ts';
import type { TransferService } from '../transfers/transfer-service.ts';
import { keepCopy } from './local-copy.ts';
import { type Plan, type PromoteSide, planPromotion, requireClear } from './promote-plan.ts';

export type PromotionOptions = {
  instances: InstanceService;
  namespaces: Pick<NamespaceService, 'switchTo'>;
  transfers: Pick<TransferService, 'startPacked'>;
  /** Makes a game on an instance. */
  createGame(instance_id: string, display_name: string): Promise<{ game_id: string }>;
  appFolder: string;
  packs: string;
};

export type Promotions = ReturnType<typeof createPromotions>;

export function createPromotions(options: PromotionOptions) {
  const { instances, namespaces, transfers, packs } = options;
  return {
    check: async (request: PromotionRequest): Promise<PromotePlan> => (await plan(options, request)).view,
    promote: async (request: PromotionRequest & Confirmed): Promise<PromoteOutcome> => {
      requireWritable(instances, request.to.instance_id);
      const { view, source } = await plan(options, request);
      requireClear(view, request.anyway === true);
      if (source === undefined) {
        const target = { ...(await placeOf(options, request.to)), confirm: request.confirm };
        return {
          plan: view,
          switched: await namespaces.switchTo(target, view.version_id ?? '', request.expected_version_id),
        };
      }
      const packed = await keepCopy(packs, source.file, source.bytes);
      const kind = request.kind ?? source.bytes.kind;
      const target = { ...(await placeOf(options, request.to)), confirm: request.confirm };
      const id = await transfers.startPacked({ ...target, name: view.version_name, switch: true }, packed, kind);
      return { plan: view, transfer_id: id };
    },
  };
}

/** Where it goes; a game that is not there is made now. */
async function placeOf({ instances, createGame }: PromotionOptions, to: PromotionRequest['to']) {
  if (!('new_game' in to)) return to;
  const { instance_id, new_game: name, namespace } = to;
  const { game_id } = await createGame(instance_id, name);
  const { game } = await instances.find(instance_id).client().getGame({ params: { game_id } });
  const found = game.namespaces.find(({ name_id: id }) => id === namespace);
  if (found === undefined) throw new AppError('NAMESPACE_NOT_FOUND');
  return { instance_id, game_id, namespace_id: found.namespace_id };
}

/** What a person said when they decided: the name of a protected namespace, that warnings are no reason, what they saw it run. */
type Confirmed = {
  confirm?: string | undefined;
  anyway?: boolean | undefined;
  expected_version_id?: string | undefined;
};

async function plan({ instances, appFolder, packs }: PromotionOptions, request: PromotionRequest): Promise<Plan> {
  const side = (id: string): PromoteSide => {
    const instance = instances.find(id);
    const { name, version } = instance.view();
    // Only a service of ours tells its version.
    return { id, name, client: instance.client(), isOurs: version !== undefined };
  };
  const [from, to] = [side(request.from.instance_id), side(request.to.instance_id)];
  const game = async ({ client }: PromoteSide, game_id: string) => (await client.getGame({ params: { game_id } })).game;
  const known = async ({ game_id, namespace_id }: { game_id: string; namespace_id: string }) => ({
    game: await game(to, game_id),
    namespace_id,
  });
  return await planPromotion({
    from: { ...from, game: await game(from, request.from.game_id), version_id: request.from.version_id },
    to: { ...to, ...('new_game' in request.to ? request.to : await known(request.to)) },
    name: request.name,
    kind: request.kind,
    places: { appFolder, packs, dataFolder: instances.view().data_folder },
  });
}
