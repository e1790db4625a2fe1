// The part map as cells and as sentences: what is seen for few parts and for thousands, and what is said of each.
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  formatCell,
  formatMap,
  formatSentAgain,
  layOut,
} from '../../../../src-renderer/features/transfers/part-cells.ts';
import { speedGraph } from '../../../../src-renderer/features/transfers/speed-path.ts';
import { useLanguage } from '../../../../src-renderer/text/language.ts';
import { german } from '../../../../src-shared/text/de/index.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { someMap } from '../../support/some-transfers.ts';

describe('the layout', () => {
  it.each([
    [80, 760, { cells: 80, rows: 1, isFine: false }],
    [96, 760, { cells: 96, rows: 1, isFine: false }],
    [97, 760, { cells: 97, rows: 1, isFine: true }],
    [240, 1_400, { cells: 240, rows: 1, isFine: true }],
    [241, 1_400, { cells: 241, rows: 2, isFine: true }],
    [240, 760, { cells: 240, rows: 2, isFine: true }],
    [1_000, 3_000, { cells: 1_000, rows: 2, isFine: true }],
    [1_001, 3_000, { cells: 501, rows: 2, isFine: true }],
    [10_000, 760, { cells: 334, rows: 2, isFine: true }],
  ])('of %i parts in %i pixels', (count, width, wanted) => {
    const { cells, rows, isFine } = layOut(someMap([['verified', count]]), width);
    expect({ cells: cells.length, rows, isFine }).toEqual(wanted);
    expect(cells.reduce((sum, cell) => sum + cell.count, 0)).toBe(count);
  });

  it('shows the least advanced part of those that share a cell, and a refused one above all', () => {
    const map = someMap([
      ['verified', 3],
      ['in_flight', 1],
      ['verified', 4],
      ['stored', 3],
      ['refused', 1],
      ['queued', 9_988],
    ]);
    const { cells } = layOut({ ...map, levels: { 4: 0.4 } }, 760 / 100);
    expect(cells.length).toBeLessThanOrEqual(4);
    expect(cells[0]?.kind).toBe('refused');
    const two = layOut({ ...someMap([['verified', 3], ['in_flight', 1]]), levels: { 4: 0.4 } }, 4, true); // biome-ignore format: short
    expect(two.cells).toEqual([{ first: 1, count: 4, kind: 'in_flight', level: 0.4 }]);
  });
});

describe('the sentences', () => {
  it('say of the whole how many are there, and what stands out', () => {
    expect(formatMap(undefined)).toBe('No parts yet');
    expect(
      formatMap(
        someMap([
          ['verified', 46],
          ['stored', 4],
          ['queued', 30],
        ]),
      ),
    ).toBe('50 of 80 parts stored');
    expect(
      formatMap(
        someMap([
          ['verified', 19],
          ['refused', 1],
          ['queued', 33],
        ]),
      ),
    ).toBe('19 of 53 parts stored, part 20 refused');
    expect(
      formatMap(
        someMap([
          ['reused', 73],
          ['verified', 7],
        ]),
      ),
    ).toBe('73 of 80 parts reused, 7 sent');
    expect(formatMap(someMap([['verified', 1]]))).toBe('1 of 1 part verified');
  });

  const map = someMap(
    [
      ['verified', 2],
      ['stored', 1],
      ['sent_again', 1],
      ['in_flight', 1],
      ['held', 1],
      ['refused', 1],
      ['reused', 1],
      ['queued', 1],
    ],
    {
      levels: { 5: 0.881, 6: 0.7 },
      why: {
        2: messageFor('transfer.line-silent'),
        4: messageFor('transfer.checksum-mismatch'),
        7: { text: 'The disk of this service is full.' },
      },
    },
  );

  it.each([
    [1, 'Part 1, 16 MiB, verified'],
    [2, 'Part 2, 16 MiB, verified, after it was sent again: the line went silent'],
    [3, 'Part 3, 16 MiB, stored, not verified yet'],
    [4, 'Part 4, 16 MiB, sent again: checksum mismatch'],
    [5, 'Part 5, 16 MiB, in flight, 88%'],
    [6, 'Part 6, 16 MiB, held at 70%'],
    [7, 'Part 7, 16 MiB, refused: The disk of this service is full'],
    [8, 'Part 8, 16 MiB, reused, no bytes sent'],
    [9, 'Part 9, 16 MiB, queued'],
  ])('of part %i', (first, words) => {
    expect(formatCell(map, { first, count: 1, kind: 'queued', level: 0 })).toBe(words);
  });

  it('say of a cell with several parts how each of them stands, and how long the last one is', () => {
    expect(formatCell(map, { first: 1, count: 3, kind: 'stored', level: 0 })).toBe(
      'Parts 1 to 3, 48 MiB, 1 stored, 2 verified',
    );
    const short = {
      ...someMap([['verified', 3]]),
      lengths: [
        [1_048_576, 2],
        [1_500_000, 1],
      ] as [number, number][],
    };
    expect(formatCell(short, { first: 3, count: 1, kind: 'verified', level: 0 })).toBe('Part 3, 2 MB, verified');
  });

  const lost = someMap([['sent_again', 1]], { why: { 1: messageFor('transfer.part-not-kept') } });

  it('say in German why a part is sent again', () => {
    useLanguage.setState({ language: 'de', catalogue: german });
    onTestFinished(() => useLanguage.setState(useLanguage.getInitialState(), true));
    const say = (first: number) => formatCell(map, { first, count: 1, kind: 'queued', level: 0 });
    expect(say(2)).toBe(
      'Teil 2, 16 MiB, geprüft, nachdem er noch einmal gesendet wurde: auf der Leitung kam nichts mehr',
    );
    expect(say(4)).toBe('Teil 4, 16 MiB, noch einmal gesendet: Prüfsummenfehler');
    expect(formatSentAgain(map)).toBe('Teil 4 nach einem Prüfsummenfehler noch einmal gesendet');
    expect(formatSentAgain(lost)).toBe('Teil 1 noch einmal gesendet: er war angekommen und ist nicht mehr da');
  });

  it('find the part that was sent again', () => {
    expect(formatSentAgain(map)).toBe('part 4 sent again after a checksum mismatch');
    expect(formatSentAgain(lost)).toBe('part 1 sent again: it was taken, and is not there any more');
    expect(formatSentAgain(undefined)).toBeUndefined();
  });
});

describe('the graph of the speed', () => {
  const points = (values: [number, number, boolean?][]) =>
    values.map(([at, rate, lost]) => ({ at, bytes_per_second: rate, is_lost: lost === true }));

  it('draws a line under the limit, and says how long the network was lost', () => {
    const now = 400_000;
    const speed = {
      every_ms: 2_000,
      points: points([
        [90_000, 99],
        [250_000, 40],
        [252_000, 0, true],
        [254_000, 0, true],
        [256_000, 20],
        [400_000, 40],
      ]),
    };
    const graph = speedGraph(speed, 40, now);
    expect(graph.limitY).toBe(14.7);
    expect(graph.line).toBe('M200 14.7L202.7 88L205.3 88L208 51.3L208 88L397.3 88L400 14.7');
    expect(graph.lost).toEqual({ middle: 1 - 148_000 / 300_000, ms: 4_000 });
    expect(graph.most).toBe(40);
  });

  it('adds up the times without network, and not what went out between them', () => {
    const now = 400_000;
    const speed = {
      every_ms: 2_000,
      points: points([
        [300_000, 40],
        [302_000, 0, true],
        [304_000, 0, true],
        [306_000, 40],
        [336_000, 40],
        [338_000, 0, true],
        [340_000, 40],
      ]),
    };
    expect(speedGraph(speed, undefined, now).lost).toEqual({ middle: 1 - 63_000 / 300_000, ms: 6_000 });
  });

  it('is empty without points, and has no limit line without a limit', () => {
    expect(speedGraph({ every_ms: 2_000, points: [] }, undefined, 1)).toEqual({
      line: '',
      area: '',
      limitY: undefined,
      lost: undefined,
      most: 0,
    });
  });
});
