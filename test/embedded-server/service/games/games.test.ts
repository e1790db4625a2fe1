// Creating and reading games, against the real service in a temp folder.
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../src-shared/service/contract.ts';
import { createGame, firstGroup, startTestService } from '../../../support/service.ts';

describe('create game', () => {
  it('makes version 0.0.1 and the namespaces prod and staging on it', async () => {
    const { call } = await startTestService();
    const game_id = await createGame(call, 'Paper Comets');
    const { status, body } = await call('GET', `/cloud/games/${game_id}`);
    expect(status).toBe(200);
    const { game } = contract.getGame.answer.parse(body);
    expect(game.display_name).toBe('Paper Comets');
    expect(game.name_id).toMatch(/^paper-comets-[a-z0-9]{3}$/);
    expect(game.versions.map((version) => version.display_name)).toEqual(['0.0.1']);
    expect(game.namespaces.map(({ name_id, display_name }) => [name_id, display_name])).toEqual([
      ['prod', 'Production'],
      ['staging', 'Staging'],
    ]);
    expect(new Set(game.namespaces.map(({ version_id }) => version_id))).toEqual(
      new Set(game.versions.map(({ version_id }) => version_id)),
    );
    expect(game.available_regions.map(({ provider }) => provider)).toEqual(['local']);
    expect(game).not.toHaveProperty('logo_url');
  });

  it('gives two games of the same name different short names', async () => {
    const { call } = await startTestService();
    await createGame(call, 'Twin');
    await createGame(call, 'Twin');
    const { body } = await call('GET', '/cloud/games');
    const names = contract.listGames.answer.parse(body).games.map(({ name_id }) => name_id);
    expect(new Set(names).size).toBe(2);
  });

  const refused: [string, object | undefined, number, string][] = [
    ['no name', { display_name: undefined }, 400, 'API_BAD_BODY'],
    ['a null name', { display_name: null }, 400, 'API_BAD_BODY'],
    ['a number as name', { display_name: 7 }, 400, 'API_BAD_BODY'],
    ['an empty name', { display_name: '' }, 400, 'VALIDATION_ERROR'],
    ['129 bytes', { display_name: 'x'.repeat(129) }, 400, 'VALIDATION_ERROR'],
    ['65 letters of two bytes', { display_name: 'ö'.repeat(65) }, 400, 'VALIDATION_ERROR'],
    ['a tab inside', { display_name: 'a\tb' }, 400, 'VALIDATION_ERROR'],
    ['two spaces inside', { display_name: 'a  b' }, 400, 'VALIDATION_ERROR'],
    ['a space at the end', { display_name: 'a ' }, 400, 'VALIDATION_ERROR'],
    ['an unknown group', { developer_group_id: '00000000-0000-4000-8000-000000000000' }, 404, 'GROUP_NOT_FOUND'],
  ];
  it.each(refused)('refuses %s and changes nothing', async (_what, change, status, code) => {
    const { call } = await startTestService();
    const good = { developer_group_id: await firstGroup(call), display_name: 'Good name' };
    const before = await call('GET', '/cloud/games');
    const answer = await call('POST', '/cloud/games', { body: { ...good, ...change } });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code });
    expect((await call('GET', '/cloud/games')).body).toEqual(before.body);
  });

  it('takes a name of 128 bytes, unicode, and keys it does not know', async () => {
    const { call } = await startTestService();
    const group = await firstGroup(call);
    for (const name of ['x'.repeat(128), 'ö'.repeat(64), '潮汐 Tide 🚀']) {
      const { status } = await call('POST', '/cloud/games', {
        body: { developer_group_id: group, display_name: name, name_id: 'ignored', extra: null },
      });
      expect(status).toBe(200);
    }
  });
});

describe('get game', () => {
  it('does not know a game that is not there', async () => {
    const { call } = await startTestService();
    const { status, body } = await call('GET', '/cloud/games/00000000-0000-4000-8000-000000000000');
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'GAME_NOT_FOUND' });
  });

  it('has no route for an id that is not a UUID', async () => {
    const { call } = await startTestService();
    for (const id of ['x', '0', '..%2f', 'F93FA21D-44E1-4660-AB30-66CF51B8CFF7', 'f93fa21d44e14660ab3066cf51b8cff7']) {
      const { status, body } = await call('GET', `/cloud/games/${id}`);
      expect([id, status]).toEqual([id, 404]);
      expect(body).toMatchObject({ code: 'API_NOT_FOUND' });
    }
  });
});
