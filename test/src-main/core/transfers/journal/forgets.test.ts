// What the files of a journal hold of a push that has ended: no address that its parts went to.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openJournal } from '../../../../../src-main/core/transfers/journal/journal.ts';
import { inState, type Part, readRecord } from '../../../../../src-main/core/transfers/journal/transfer-record.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';

const record = readRecord(
  JSON.stringify({
    id: 't',
    created_at: 5,
    target: 'http://127.0.0.1:1',
    game_id: 'g',
    namespace_id: 'n',
    name: '1.0',
    source: '/builds/1.0',
    options: {},
    switches: false,
    key: 'k',
    step: 'parts',
    bytes_on_wire: 1,
    status: 'running',
  }),
);
const SIGNATURE = 'signature=Zm9yIG5vYm9keSBlbHNl';
const parts = Array.from({ length: 300 }, (_, index): Part => {
  const number = index + 1;
  const url = `http://127.0.0.1:1/uploads/u/${number}?expires=1&${SIGNATURE}`;
  return { number, offset: index, length: 1, url, state: 'pending' };
});

/** How often a signature stands in what is on the disk. */
async function signatures(folder: string): Promise<number> {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1')));
  return files.join('').split(SIGNATURE).length - 1;
}

it.each(['done', 'cancelled'] as const)(
  'forgets them when the push is %s, while it is open and after',
  async (status) => {
    const folder = await makeTempFolder();
    const journal = await openJournal(path.join(folder, 'pushes.db'));
    journal.add(record);
    journal.setParts(record, parts);
    for (const part of parts) journal.mark(record.id, { ...part, state: 'sent' });
    expect(await signatures(folder)).toBeGreaterThanOrEqual(parts.length);
    journal.save(inState(record, { status, ended_at: 6, cells: { kinds: [], lengths: [] } }));
    expect(await signatures(folder)).toBe(0);
    journal.close();
    expect(await signatures(folder)).toBe(0);
  },
);

it('forgets them when it is removed', async () => {
  const folder = await makeTempFolder();
  const journal = await openJournal(path.join(folder, 'pushes.db'));
  journal.add(record);
  journal.setParts(record, parts);
  journal.remove(record.id);
  expect(await signatures(folder)).toBe(0);
  journal.close();
});
