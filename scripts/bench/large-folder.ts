// Whether calls stay as fast on a folder with 10,000 games and 1,000,000 switches as on one with a single game. The two
// folders take turns, call by call.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fillFolder, LONG_HISTORY, MANY_GAMES, type Target } from './big-folder.ts';
import { type Call, createSender, type Sender } from './load.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { type ServiceThread, startServiceThread } from './service-thread.ts';

const ROUNDS = 60;

type Side = ServiceThread & { target: Target; history: number };

export const largeFolder: Measure = {
  name: 'large-folder',
  goal: 'each call at most 1.5 x its time on an empty folder, start at most 1 s',
  run: async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
    const sides: Side[] = [];
    try {
      sides.push(
        await startFilled(path.join(root, 'small'), 1, 40),
        await startFilled(path.join(root, 'large'), MANY_GAMES, LONG_HISTORY),
      );
      const [small, large] = sides;
      return small === undefined || large === undefined ? '' : await compare(small, large);
    } finally {
      await Promise.all(sides.map((side) => side.stop()));
      await rm(root, { recursive: true, force: true });
    }
  },
};

/** The service makes the folder, lets go of it, and starts on it again when it is full. */
async function startFilled(folder: string, games: number, history: number): Promise<Side> {
  const empty = await startServiceThread(folder);
  await empty.stop();
  const target = fillFolder(folder, games, history);
  return { ...(await startServiceThread(folder)), target, history };
}

async function compare(small: Side, large: Side): Promise<string> {
  const sender = createSender(1);
  try {
    const ratios: [name: string, ratio: number, ms: number][] = [];
    for (const [name, callOf] of Object.entries(calls)) {
      const [few, many] = await takeTurns(
        sender,
        (round) => callOf(small, round),
        (round) => callOf(large, round),
      );
      ratios.push([name, many / few, many]);
    }
    const listed = await timesOf(sender, 9, () => get(large, '/cloud/games'));
    const lines = ratios.map(([name, ratio, ms]) => `${name} ${ratio.toFixed(2)} (${ms.toFixed(2)} ms)`);
    console.log(`Time on the large folder against the small one, medians of ${ROUNDS}: ${lines.join(', ')}`);
    const [worst, ratio] = ratios.toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0];
    const start = `start ${Math.round(large.readyMs)} ms (empty ${Math.round(small.readyMs)} ms)`;
    return `worst ${ratio.toFixed(2)} x (${worst}), ${start}, all ${MANY_GAMES} games listed in ${median(listed).toFixed(0)} ms`;
  } finally {
    sender.end();
  }
}

async function takeTurns(sender: Sender, few: (round: number) => Call, many: (round: number) => Call) {
  const times: [number[], number[]] = [[], []];
  for (let round = -5; round < ROUNDS; round += 1) {
    const [first] = await timesOf(sender, 1, () => few(round));
    const [second] = await timesOf(sender, 1, () => many(round));
    if (round < 0 || first === undefined || second === undefined) continue; // the first rounds warm both up
    times[0].push(first);
    times[1].push(second);
  }
  return [median(times[0]), median(times[1])] as const;
}

async function timesOf(sender: Sender, count: number, call: () => Call): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    await sender.send(call());
    times.push(performance.now() - startedAt);
  }
  return times;
}

const get = ({ url, token }: Side, target: string): Call => ({ url: url + target, token });
const write = (side: Side, method: string, target: string, body: unknown): Call => ({
  ...get(side, target),
  method,
  body,
});
const gamePath = ({ target }: Side) => `/cloud/games/${target.game}`;
const namespacePath = (side: Side) => `${gamePath(side)}/namespaces/${side.target.namespace}`;
const named = (round: number) => ({ display_name: `Round ${round}`, name_id: `round-${round + 5}` });
const hosting = (round: number) => ({
  server_count: 0,
  on_version_switch: 'drain',
  drain_limit: round + 5,
  restart: 'never',
});

const calls: Readonly<Record<string, (side: Side, round: number) => Call>> = {
  getGame: (side) => get(side, gamePath(side)),
  getNamespace: (side) => get(side, namespacePath(side)),
  getHosting: (side) => get(side, `${namespacePath(side)}/hosting`),
  getVersion: (side) => get(side, `${gamePath(side)}/versions/${side.target.versions[1]}`),
  listVersionHistory: (side) => get(side, `${namespacePath(side)}/version-history`),
  'listVersionHistory, last page': (side) =>
    get(side, `${namespacePath(side)}/version-history?anchor=${side.history - 32}`),
  listRegions: (side) => get(side, '/cloud/regions'),
  listGroups: (side) => get(side, '/group/groups'),
  getGroupBilling: (side) => get(side, `/cloud/groups/${side.target.group}/billing`),
  listDatacenters: (side) => get(side, `/games/${side.target.game}/environments/${side.target.namespace}/datacenters`),
  validateGame: (side, round) => write(side, 'POST', '/cloud/games/validate', named(round)),
  validateNamespace: (side, round) => write(side, 'POST', `${gamePath(side)}/namespaces/validate`, named(round)),
  createGame: (side, round) =>
    write(side, 'POST', '/cloud/games', { developer_group_id: side.target.group, display_name: `New ${round}` }),
  updateGame: (side, round) => write(side, 'PATCH', gamePath(side), { display_name: `Game ${round}` }),
  updateMatchmakerConfig: (side, round) =>
    write(side, 'POST', `${namespacePath(side)}/mm-config`, { lobby_count_max: round + 5, max_players: 8 }),
  updateNamespaceVersion: (side, round) =>
    write(side, 'PUT', `${namespacePath(side)}/version`, { version_id: side.target.versions[Math.abs(round) % 2] }),
  createVersion: (side, round) =>
    write(side, 'POST', `${gamePath(side)}/versions`, { display_name: `1.${round}`, config: {} }),
  createNamespace: (side, round) =>
    write(side, 'POST', `${gamePath(side)}/namespaces`, { ...named(round), version_id: side.target.versions[0] }),
  renameNamespace: (side, round) => write(side, 'PATCH', namespacePath(side), { display_name: `Place ${round}` }),
  setHosting: (side, round) => write(side, 'PUT', `${namespacePath(side)}/hosting`, hosting(round)),
  validateVersion: (side, round) =>
    write(side, 'POST', `${gamePath(side)}/versions/validate`, { display_name: `2.${round}`, config: {} }),
  createGroup: (side, round) => write(side, 'POST', '/group/groups', { display_name: `Group ${round}` }),
  setBillingTestState: (side) => write(side, 'PUT', `/cloud/groups/${side.target.group}/billing/test-state`, {}),
};
