// Hundreds watch one game while it changes as fast as the service takes it: what each of them saw is compared with what
// happened. A change that is missed leaves its watcher waiting, and the test with it.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startWithGame } from '../../../support/service.ts';
import { rounds } from '../../../support/soak.ts';
import { until } from '../../../support/until.ts';

const WATCHERS = rounds(100, 300);
const FAST = rounds(40, 120);
const PACED = 10;

type Seen = [index: string, name: string];
type Answer = { game: { display_name: string }; watch: { index: string } };

async function startWatched() {
  const { server, client, game_id } = await startWithGame();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const params = { game_id };
  const ask = async (index: string): Promise<Seen> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const headers = { authorization: `Bearer ${server.token}` };
    const at = { host: '127.0.0.1', port: server.port, agent, headers };
    const sentRequest = request({ ...at, path: `/cloud/games/${game_id}?watch_index=${index}` }, (response) => {
      text(response).then((body) => resolve(JSON.parse(body)), reject);
    });
    sentRequest.once('error', reject).end();
    const { game, watch } = await promise;
    return [watch.index, game.display_name];
  };
  const happened: Seen[] = [];
  /** Nobody else changes this game, so what is read after a change is what the change made. */
  const change = async (name: string) => {
    await client.updateGame({ params, body: { display_name: name } });
    const { game, watch } = await client.getGame({ params });
    happened.push([watch.index, game.display_name]);
  };
  return { ask, change, happened };
}

it(`shows ${WATCHERS} who watch nothing but what happened, in its order, to its end`, async () => {
  const { ask, change, happened } = await startWatched();
  const watch = async (): Promise<Seen[]> => {
    const seen: Seen[] = [];
    for (let index = '0'; seen.at(-1)?.[1] !== 'The end'; ) {
      const next = await ask(index);
      seen.push(next);
      [index] = next;
    }
    return seen;
  };
  await change('The beginning');
  const watching = Array.from({ length: WATCHERS }, watch);
  for (let n = 1; n <= FAST; n += 1) await change(`Change ${n}`);
  await change('The end');
  const order = new Map(happened.map(([index, name], at) => [`${index} ${name}`, at]));
  for (const seen of await Promise.all(watching)) {
    const places = seen.map(([index, name]) => order.get(`${index} ${name}`) ?? -1);
    expect(places).not.toContain(-1);
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    expect(seen.at(-1)).toEqual(happened.at(-1));
  }
});

it(`shows each of ${WATCHERS} every change where there is time to see it`, async () => {
  const { ask, change, happened } = await startWatched();
  const all: Seen[][] = Array.from({ length: WATCHERS }, () => []);
  await change('The beginning');
  const watch = async (seen: Seen[]) => {
    for (let index = '0'; seen.length < PACED + 1; ) {
      const next = await ask(index);
      seen.push(next);
      [index] = next;
    }
  };
  const watching = all.map(watch);
  for (let n = 1; n <= PACED; n += 1) {
    await until(() => all.every(({ length }) => length === n), `all to have seen change ${n - 1}`);
    await change(`Change ${n}`);
  }
  await Promise.all(watching);
  for (const seen of all) expect(seen).toEqual(happened);
});
