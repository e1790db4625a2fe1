// `slipway servers keep`: how many servers a namespace keeps, and what becomes of them when its version changes.
import { type HostingPolicy, hostingPolicy } from '../../src-shared/service/namespaces.ts';
import { exactly, numberWithin, readArguments, usage } from './arguments.ts';
import type { CommandIo } from './command-io.ts';
import { refuseReadOnly, requireConfirmOption } from './confirm-protected.ts';
import { findPlace, placeOptions, readPlace } from './find-place.ts';
import type { Command } from './help.ts';
import { orNotOffered } from './not-offered.ts';
import { answer } from './output.ts';
import { withTarget } from './with-target.ts';

const U32_MAX = 4_294_967_295;
const MOST_SECONDS = Math.floor(U32_MAX / 1000);
const onSwitch = hostingPolicy.shape.on_version_switch;
const onEnd = hostingPolicy.shape.restart;

export const keepHelp: Command['options'] = [
  ['keep', 'Show how many servers a namespace keeps and what a switch does with them, or change that with an option'],
  ['keep --count N', 'Keep this many servers running; 0 keeps none'],
  ['keep --on-switch drain|stop', 'Let matches end before the old servers go, or end them at once'],
  ['keep --drain-limit SECONDS', 'The longest that a draining server waits for its players'],
  ['keep --restart back_off|never', 'Restart a server that ended, with longer and longer pauses, or never'],
  ['keep --confirm NAMESPACE', 'Agree to the change of a protected namespace by its name'],
];

const text = { type: 'string' } as const;
const options = {
  ...placeOptions,
  count: text,
  'on-switch': text,
  'drain-limit': text,
  restart: text,
  confirm: text,
} as const;
type Values = ReturnType<typeof readArguments<typeof options>>['values'];

export async function runKeep(args: readonly string[], io: CommandIo): Promise<void> {
  const { values, positionals } = readArguments('servers', args, options);
  exactly('servers', positionals, []);
  const place = readPlace('servers', values);
  const change = changeOf(values);
  const hosting = await withTarget(io, values, async (target) => {
    const { client } = target;
    const isChange = Object.keys(change).length > 0;
    if (isChange) refuseReadOnly(target);
    const found = await findPlace(target, place);
    const params = { game_id: found.game.game_id, namespace_id: found.namespace.namespace_id };
    const read = () => orNotOffered('hosting', () => client.getHosting({ params }));
    if (isChange) {
      requireConfirmOption(target, found, values.confirm, 'cli.confirm-keep');
      const body = { ...(await read()).hosting, ...change };
      await orNotOffered('hosting', () => client.setHosting({ params, body }));
    }
    return (await read()).hosting;
  });
  answer(io, values.json, { hosting }, () => keepText(hosting));
}

function changeOf(values: Values): Partial<HostingPolicy> {
  const { count, 'on-switch': way, 'drain-limit': limit, restart } = values;
  return {
    ...(count === undefined ? {} : { server_count: numberWithin('--count', count, { least: 0, most: U32_MAX }) }),
    ...(way === undefined ? {} : { on_version_switch: oneOf('--on-switch', onSwitch, way) }),
    ...(limit === undefined
      ? {}
      : { drain_limit: numberWithin('--drain-limit', limit, { least: 0, most: MOST_SECONDS }) * 1000 }),
    ...(restart === undefined ? {} : { restart: oneOf('--restart', onEnd, restart) }),
  };
}

function oneOf<T extends string>(option: string, kind: { options: readonly T[] }, word: string): T {
  const found = kind.options.find((one) => one === word);
  if (found === undefined) throw usage('servers', `${option} takes ${kind.options.join(' or ')}, not "${word}".`);
  return found;
}

function keepText({ server_count: count, on_version_switch: way, drain_limit: limit, restart }: HostingPolicy): string {
  const drains = `matches end first, for at most ${limit / 1000} s`;
  return [
    `Keeps      ${count === 1 ? '1 server' : `${count} servers`}\n`,
    `Switch     ${way === 'drain' ? drains : 'old servers end at once'}\n`,
    `Restarts   ${restart === 'never' ? 'never' : 'with longer and longer pauses'}\n`,
  ].join('');
}
