// Promotes versions between the instances of the app: the other side is switched where it has the bytes, else a transfer of this
// machine's own copy begins, which switches when it is done.
import type { PromoteOutcome, PromotePlan, PromoteWish } from '../../../src-shared/versions/promote.ts';
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
    check: async (wish: PromoteWish): Promise<PromotePlan> => (await plan(options, wish)).view,
    promote: async (wish: PromoteWish & Said): Promise<PromoteOutcome> => {
      requireWritable(instances, wish.to.instance_id);
      const { view, source } = await plan(options, wish);
      requireClear(view, wish.anyway === true);
      const target = { ...wish.to, confirm: wish.confirm };
      if (source === undefined) {
        return {
          plan: view,
          switched: await namespaces.switchTo(target, view.version_id ?? '', wish.expected_version_id),
        };
      }
      const packed = await keepCopy(packs, source.file, source.bytes);
      const kind = wish.kind ?? source.bytes.kind;
      const id = await transfers.startPacked({ ...target, name: view.version_name, switch: true }, packed, kind);
      return { plan: view, transfer_id: id };
    },
  };
}

/** What a person said when they decided: the name of a protected namespace, that warnings are no reason, what they saw it run. */
type Said = {
  confirm?: string | undefined;
  anyway?: boolean | undefined;
  expected_version_id?: string | undefined;
};

async function plan({ instances, appFolder, packs }: PromotionOptions, wish: PromoteWish): Promise<Plan> {
  const side = (id: string): PromoteSide => {
    const instance = instances.find(id);
    const { name, version } = instance.view();
    // Only a service of ours tells its version.
    return { id, name, client: instance.client(), isOurs: version !== undefined };
  };
  const [from, to] = [side(wish.from.instance_id), side(wish.to.instance_id)];
  const game = async ({ client }: PromoteSide, game_id: string) => (await client.getGame({ params: { game_id } })).game;
  return await planPromotion({
    from: { ...from, game: await game(from, wish.from.game_id), version_id: wish.from.version_id },
    to: { ...to, game: await game(to, wish.to.game_id), namespace_id: wish.to.namespace_id },
    name: wish.name,
    kind: wish.kind,
    places: { appFolder, packs, dataFolder: instances.view().data_folder },
  });
}
