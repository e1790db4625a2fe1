// `slipway servers restart`: ends a server and starts another in the same way.
import { exactly, readArguments } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly, requireConfirmOption } from './confirm-protected.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import { findServer, requireServer } from './find-server.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer } from './output.ts';
import { withTarget } from './with-target.ts';

const LONGEST_GRACE_MS = 7_200_000;

export const restartHelp: Command['options'] = [
  ['restart SERVER', 'Stop it within its shutdown timeout, and start another in the same way, which is answered'],
  ['stop, restart --confirm NAMESPACE', 'The name of a namespace that is marked as protected, to agree'],
];

export async function runRestart(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, { ...placeOptions, confirm: { type: 'string' } });
  const [id = ''] = exactly('servers', positionals, ['which server to restart, by its id']);
  const place = readPlace('servers', values);
  const { server, replaces } = await withTarget(io, values, async (target) => {
    refuseReadOnly(target);
    const found = await findPlace(target, place);
    requireConfirmOption(target, found, values.confirm, 'cli.confirm-end');
    const params = await findServer(target.client, found, id);
    const old = await requireServer(target.client, params);
    // It is answered when the old one has ended, which may take all of its grace.
    const waitMs = old.lifecycle.kill_timeout ?? LONGEST_GRACE_MS;
    const restarted = await orNotOffered('restart_server', () =>
      target.client.restartServer({ params, body: {} }, { waitMs }),
    );
    return { server: restarted.server, replaces: params.server_id };
  });
  answer(io, values.json, { server, replaces }, () => `Server   ${server.id}, in place of ${replaces}\n`);
}
