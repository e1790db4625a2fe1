// Promotes versions between the instances of the app: the other side is switched where it has the bytes, else a transfer of this
// machine's own copy begins, which switches when it is done.
import type { PromoteOutcome, PromotePlan, PromotionRequest } from '../../../src-shared/versions/promote.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import { requireWritable } from '../instances/write-permission.ts';
import type { NamespaceService } from '../namespaces/namespace-service.ts';
import type { TransferService } from '../transfers/transfer-service.ts';
import { keepCopy } from './local-copy.ts';
import { type Plan, type PromoteSide, planPromotion, requireClear } from './promote-plan.ts';

export type PromotionOptions = {
  instances: InstanceService;
  namespaces: Pick<NamespaceService, 'switchTo'>;
  transfers: Pick<TransferService, 'startPacked'>;
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
      const target = { ...request.to, confirm: request.confirm };
      if (source === undefined) {
        return {
          plan: view,
          switched: await namespaces.switchTo(target, view.version_id ?? '', request.expected_version_id),
        };
      }
      const packed = await keepCopy(packs, source.file, source.bytes);
      const kind = request.kind ?? source.bytes.kind;
      const id = await transfers.startPacked({ ...target, name: view.version_name, switch: true }, packed, kind);
      return { plan: view, transfer_id: id };
    },
  };
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
  return await planPromotion({
    from: { ...from, game: await game(from, request.from.game_id), version_id: request.from.version_id },
    to: { ...to, game: await game(to, request.to.game_id), namespace_id: request.to.namespace_id },
    name: request.name,
    kind: request.kind,
    places: { appFolder, packs, dataFolder: instances.view().data_folder },
  });
}
