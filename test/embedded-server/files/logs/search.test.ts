// Searching a log: text, patterns, levels, directions, and what happens when it would take too long.
import { expect, it } from 'vitest';
import { createLogStore } from '../../../../embedded-server/files/logs/log-store.ts';
import type { Hit } from '../../../../embedded-server/files/logs/search.ts';
import type { LineStream } from '../../../../src-shared/servers/log.ts';
import { translate } from '../../../support/in-german.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

async function logOf(lines: readonly (string | [LineStream, string])[]) {
  const store = createLogStore({ folder: await makeTempFolder('logs'), segmentBytes: 65_536 });
  const writer = store.openLog('server');
  for (const line of lines) {
    const [stream, text] = typeof line === 'string' ? (['std_out', line] as const) : line;
    await writer.write(stream, Buffer.from(`${text}\n`));
  }
  await writer.end();
  return store.reader('server');
}

const numbersOf = (hits: readonly Hit[]) => hits.map(({ line }) => line.number);

it('finds a text whatever its case, or only as written, and says where in the line', async () => {
  const reader = await logOf(['Player joined', 'nothing', 'a player left, player 2']);
  const any = await reader.search({ text: 'PLAYER', limit: 10 });
  expect(any).toEqual({
    hits: [
      { line: expect.objectContaining({ number: 1 }), ranges: [[0, 6]] },
      {
        line: expect.objectContaining({ number: 3 }),
        ranges: [
          [2, 8],
          [15, 21],
        ],
      },
    ],
    looked: 3,
  });
  expect(numbersOf((await reader.search({ text: 'player', caseSensitive: true, limit: 10 })).hits)).toEqual([3]);
});

it('takes a text as text, whatever signs are in it', async () => {
  const text = 'a.b*c+d?(e)[f]{g}|h^i$j\\k/l-m';
  const reader = await logOf(['axb', text]);
  expect(numbersOf((await reader.search({ text, limit: 10 })).hits)).toEqual([2]);
  expect(numbersOf((await reader.search({ text: 'a.b', limit: 10 })).hits)).toEqual([2]);
});

it('finds text through colours and beside broken UTF-8', async () => {
  const reader = await logOf(['\u001b[31mer\u001b[1mror\u001b[0m: no map']);
  expect((await reader.search({ text: 'error: no', limit: 1 })).hits.map((hit) => hit.ranges)).toEqual([[[0, 9]]]);
});

it('finds a pattern, also one that is only valid without Unicode, and refuses what is none', async () => {
  const reader = await logOf(['tick 12', 'tick', 'tock 7-8']);
  expect(numbersOf((await reader.search({ regex: String.raw`t[io]ck \d`, limit: 10 })).hits)).toEqual([1, 3]);
  expect(numbersOf((await reader.search({ regex: String.raw`\d\-\d`, limit: 10 })).hits)).toEqual([3]);
  expect((await reader.search({ regex: 'x*', limit: 10 })).hits).toHaveLength(3);
  await expect(reader.search({ regex: '(', limit: 10 })).rejects.toMatchObject({ code: 'API_BAD_QUERY_PARAMETER' });
});

it.each([
  ['(', 'Unterminated group'],
  [')', "Unmatched ')'"],
  ['[reef', 'Unterminated character class'],
  ['[z-a]', 'Range out of order in character class'],
  ['*', 'Nothing to repeat'],
  ['a{2,1}', 'numbers out of order in {} quantifier'],
  ['(?<', 'Invalid capture group name'],
  ['(?', 'Invalid group'],
  [String.raw`reef\ `.trim(), String.raw`\ at end of pattern`],
  [`/gi: (${'x'.repeat(1_000)}`, 'Unterminated group'],
])('says in short what is wrong with the pattern %s', async (regex, why) => {
  const reader = await logOf(['tick']);
  await expect(reader.search({ regex, limit: 10 })).rejects.toMatchObject({
    message: `This is not a valid regular expression: ${why}. Search for it as text instead.`,
  });
});

it('filters by level and by stream', async () => {
  const reader = await logOf(['INFO ready', ['std_err', 'ERROR lost'], 'WARN slow', ['std_err', 'plain']]);
  expect(numbersOf((await reader.search({ levels: ['error', 'warn'], limit: 10 })).hits)).toEqual([2, 3]);
  expect(numbersOf((await reader.search({ text: 'l', streams: ['std_err'], limit: 10 })).hits)).toEqual([2, 4]);
});

it('goes on where it stopped, in both directions, and finds each line once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => (n % 7 === 0 ? `hit ${n}` : `miss ${n}`));
  const reader = await logOf(lines);
  const wanted = lines.flatMap((line, n) => (line.startsWith('hit') ? [n + 1] : []));
  for (const direction of ['forward', 'backward'] as const) {
    const found: number[] = [];
    for (let from: number | undefined; ; ) {
      const request = { text: 'hit', limit: 100, direction, ...(from === undefined ? {} : { from }) };
      const { hits, stopped } = await reader.search(request);
      found.push(...numbersOf(hits));
      if (stopped === undefined) break;
      expect(stopped.why).toBe('limit');
      from = stopped.next;
    }
    expect(found).toEqual(direction === 'forward' ? wanted : wanted.toReversed());
  }
});

it('ends a pattern that would run for ever, names the line, and keeps what was found before', async () => {
  const evil = `${'a'.repeat(60)}!`;
  const reader = await logOf(['aaa', 'b', evil, 'aa']);
  const { hits, stopped } = await reader.search({ regex: '^(a+)+$', limit: 10 });
  expect(numbersOf(hits)).toEqual([1]);
  expect(stopped).toMatchObject({ why: 'pattern', next: 4, note: { text: expect.stringContaining('line 3') } });
  expect(stopped && translate(stopped.note)).toContain('in Zeile 3 zu lange');
  expect(numbersOf((await reader.search({ regex: '^(a+)+$', from: 4, limit: 10 })).hits)).toEqual([4]);
});

it('is given up when its signal is aborted, and lets others have their turn meanwhile', async () => {
  const reader = await logOf(Array.from({ length: 100_000 }, (_, n) => `line ${n} of a long log`));
  const controller = new AbortController();
  const searching = reader.search({ text: 'not there', limit: 10 }, controller.signal);
  controller.abort(new Error('enough'));
  await expect(searching).rejects.toThrow('enough');
  expect(await reader.search({ text: 'line 99999', limit: 10 })).toMatchObject({ hits: [{}], looked: 100_000 });
});

it('finds nothing in a log that is not there', async () => {
  const store = createLogStore({ folder: await makeTempFolder('logs') });
  expect(await store.reader('server').search({ text: 'x', limit: 1 })).toEqual({ hits: [], looked: 0 });
});
