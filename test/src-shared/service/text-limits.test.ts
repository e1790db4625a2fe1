// Limits count bytes, and a broken one is told apart from a wrong shape.
import { describe, expect, it } from 'vitest';
import { createServerBody } from '../../../src-shared/service/servers.ts';
import { limitProblems, utf8Length } from '../../../src-shared/service/text-limits.ts';
import { exampleCreateServer } from './examples.ts';

const { network, runtime } = exampleCreateServer;
const port = { protocol: 'udp' };
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));
const problemsOf = (change: object) => {
  const parsed = createServerBody.safeParse({ ...exampleCreateServer, ...change });
  return parsed.success ? [] : limitProblems(parsed.error);
};

describe('limits', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['\u{7f}\u{80}', 3],
    ['é', 2],
    ['\u{7ff}\u{800}', 5],
    ['漢', 3],
    ['🚢', 4],
    ['\ud800', 3],
  ])('counts the bytes of %j as %i', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  it.each<[string, object, string[][]]>([
    ['8 tags', { tags: many(8, 'v') }, []],
    ['9 tags', { tags: many(9, 'v') }, [['tags', 'too-many']]],
    ['an empty tag key', { tags: { '': 'v' } }, [['tags', '', 'too-short']]],
    ['a tag key of 32 bytes', { tags: { ['é'.repeat(16)]: 'v' } }, []],
    ['a tag key of 34 bytes', { tags: { ['é'.repeat(17)]: 'v' } }, [['tags', 'é'.repeat(17), 'too-long']]],
    ['an empty tag value', { tags: { a: '' } }, [['tags', 'a', 'too-short']]],
    ['a tag value of 1024 bytes', { tags: { a: 'é'.repeat(512) } }, []],
    ['a tag value of 1025 bytes', { tags: { a: `${'é'.repeat(512)}x` } }, [['tags', 'a', 'too-long']]],
    ['64 arguments', { runtime: { ...runtime, arguments: Array(64).fill('') } }, []],
    [
      '65 arguments',
      { runtime: { ...runtime, arguments: Array(65).fill('') } },
      [['runtime', 'arguments', 'too-many']],
    ],
    [
      'an argument of 1025 bytes',
      { runtime: { ...runtime, arguments: ['', 'x'.repeat(1025)] } },
      [['runtime', 'arguments', '1', 'too-long']],
    ],
    ['65 variables', { runtime: { ...runtime, environment: many(65, '') } }, [['runtime', 'environment', 'too-many']]],
    [
      'a variable of 8193 bytes',
      { runtime: { ...runtime, environment: { A: 'x'.repeat(8193) } } },
      [['runtime', 'environment', 'A', 'too-long']],
    ],
    ['9 ports', { network: { ports: many(9, port) } }, [['network', 'ports', 'too-many']]],
    [
      'a port name of 17 bytes',
      { network: { ports: { ['p'.repeat(17)]: port } } },
      [['network', 'ports', 'p'.repeat(17), 'too-long']],
    ],
    [
      'two limits at once',
      { tags: { a: '' }, network: { ports: { '': port } } },
      [
        ['tags', 'a', 'too-short'],
        ['network', 'ports', '', 'too-short'],
      ],
    ],
  ])('on %s finds what is broken', (_, change, paths) => {
    expect(problemsOf(change)).toEqual(paths);
  });

  it('has no paths for a request of the wrong shape', () => {
    expect(problemsOf({ tags: many(9, 'v'), network: { ...network, mode: 'mesh' } })).toBeUndefined();
    expect(problemsOf({ tags: 1 })).toBeUndefined();
  });
});
