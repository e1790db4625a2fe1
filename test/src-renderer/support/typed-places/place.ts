// A place where a person types, and how the pages with such places come up.
import { type Locator, page } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import { displayNameProblems, nameIdProblems } from '../../../../src-shared/service/names.ts';
import type { createFakeCore } from '../fake-core.ts';
import { openWindow } from '../open-window.tsx';
import { someBuild } from '../some-builds.ts';
import { namespace_id, someDetail, someServer, tidebreak } from '../some-servers.ts';
import type { textKinds, Verdict } from './kinds.ts';

/** The stand-in core of such a page. */
export type Core = ReturnType<typeof createFakeCore>;
/** What becomes of each kind of text. */
export type Kinds = Readonly<Record<keyof typeof textKinds, Verdict>>;

/** A field, and the call that it goes into with what of its input was typed here. */
export type Place<K> = {
  name: string;
  open: () => Core | Promise<Core>;
  field: () => Locator;
  button: () => Locator;
  call: keyof Core['handlers'];
  typed: (input: never) => unknown;
  becomes: K;
};

export const box = (name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const gameHash = `#/games/local/${tidebreak.game_id}`;
/** The page of a game, with its servers, builds and settings as a service of ours tells them. */
export function openGame(hash: string, prepare: (core: Core) => void = () => undefined): Core {
  const server = someServer();
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.servers.list.set(server);
    core.servers.detail.set(someDetail(server));
    core.builds.of(namespace_id).set({ builds: [someBuild(3)], fresh_at: 1 });
    core.handlers['builds.uses'] = async () => ({ versions: [], namespaces: [], servers: [] });
    core.handlers['games.tokens'] = async () => ({ tokens: [] });
    core.handlers['servers.choices'] = async () => ({
      builds: [someBuild(3)],
      datacenters: [{ id: namespace_id, slug: 'local', name: 'Local' }] as never,
    });
    core.handlers['servers.searchLog'] = async () => ({ hits: [], looked: 0 });
    core.handlers['servers.readLog'] = async () => ({ lines: [], extent: { first: 1, last: 0, count: 0, dropped: 0 } });
    core.handlers['games.validateNames'] = async (names) => ({ errors: judged(names) });
    core.handlers['namespaces.validate'] = async (names) => ({ errors: judged(names) });
    prepare(core);
  }, hash);
}

type Names = { display_name?: string | undefined; name_id?: string | undefined };

/** Names are judged as services of ours do. */
function judged({ display_name: name = 'reef', name_id: id }: Names) {
  const ofId = id === undefined ? [] : nameIdProblems(id, new Set());
  return [...displayNameProblems(name), ...ofId].map((path) => ({ path }));
}

/** Nothing typed is ever taken for good, so that it has to stay: a call refuses the names that a service refuses, and all else too. */
export function refuseAll(core: Core, call: keyof Core['handlers']): void {
  const refuse = async (input: Names) => {
    const errors = judged(input);
    if (errors.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { metadata: { errors } });
    throw new AppError('INSTANCE_UNREACHABLE', { text: 'It does not answer.' });
  };
  Object.assign(core.handlers, { [call]: refuse });
}
