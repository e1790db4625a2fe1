// Versions as the window moves them from place to place: the same bytes to another namespace or instance.
import { z } from 'zod';
import { call } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { switchOutcome } from '../namespaces/bridge.ts';
import { buildKind } from '../service/builds.ts';
import { typedName } from '../typed-fields.ts';

const id = z.string().min(1).max(200);

/** A game that is not there yet: it is made under this name, and the version runs on its namespace of that name. */
const inNewGame = z.object({ instance_id: id, new_game: typedName, namespace: id });

/** Which version goes where. */
export const promotionRequest = z.object({
  from: z.object({ instance_id: id, game_id: id, version_id: id }),
  to: z.union([z.object({ instance_id: id, game_id: id, namespace_id: id }), inNewGame]),
  /** What it is called there; without it as it is called now. */
  name: typedName.optional(),
  /** What the other side is told that the file is; without it what it is where it comes from. */
  kind: buildKind.optional(),
});
export type PromotionRequest = z.infer<typeof promotionRequest>;

/**
 * What a promotion would do, found out before anything is sent. `switch`: the bytes are there already. `send`: they go there
 * from this machine's own copy. With any problem nothing would be done; warnings want a person's word.
 */
export const promotePlan = z.object({
  way: z.enum(['switch', 'send']),
  sentence: z.string(),
  /** The game that is made for it. */
  new_game: z.string().optional(),
  version_name: z.string(),
  /** The version of the other side that has these bytes. */
  version_id: z.string().optional(),
  /** Of the file with the build, where it is known. */
  sha256: z.string().optional(),
  bytes: z.int().optional(),
  problems: z.array(errorBody),
  warnings: z.array(errorBody),
});
export type PromotePlan = z.infer<typeof promotePlan>;

/** What came of it: the namespace was switched, or a transfer began that will do it. */
export const promoteOutcome = z.object({
  plan: promotePlan,
  switched: switchOutcome.optional(),
  transfer_id: z.string().optional(),
});
export type PromoteOutcome = z.infer<typeof promoteOutcome>;

/** Calls that take a version to another place. */
export const promoteCalls = {
  'versions.checkPromote': call(promotionRequest, promotePlan),
  /** A protected namespace wants its name id in `confirm`; with `anyway` warnings do not stop it. Where nothing is sent, it is
   * refused when the namespace no longer runs `expected_version_id`: somebody else was first. */
  'versions.promote': call(
    promotionRequest.extend({
      confirm: z.string().optional(),
      anyway: z.boolean().optional(),
      expected_version_id: id.optional(),
    }),
    promoteOutcome,
  ),
};
