// What the system and SQLite really throw, in our words: nothing of their own messages, the code in brackets, and in German too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { leftInEnglish } from '../../support/in-german.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

/** Each fails in a folder of its own. */
const failures: Readonly<Record<string, (folder: string) => unknown>> = {
  ENOENT: (folder) => readFile(path.join(folder, 'gone')),
  EISDIR: (folder) => writeFile(folder, ''),
  ENOTDIR: async (folder) => {
    await writeFile(path.join(folder, 'file'), '');
    await readFile(path.join(folder, 'file/below'));
  },
  EEXIST: (folder) => mkdir(folder),
  ENAMETOOLONG: (folder) => writeFile(path.join(folder, 'x'.repeat(5_000)), ''),
  SQLITE_CANTOPEN: (folder) => new DatabaseSync(path.join(folder, 'gone/records.db')),
  SQLITE_NOTADB: async (folder) => {
    await writeFile(path.join(folder, 'records.db'), 'no records at all '.repeat(100));
    use(folder, (sql) => sql.exec('PRAGMA user_version = 1'));
  },
  SQLITE_CORRUPT: async (folder) => {
    use(folder, (sql) => sql.exec(`CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(60000))`));
    const file = await open(path.join(folder, 'records.db'), 'r+');
    await file.write(Buffer.alloc(4_096, 0x5a), 0, 4_096, 4_096);
    await file.close();
    use(folder, (sql) => sql.prepare('SELECT a FROM t').all());
  },
  SQLITE_FULL: (folder) =>
    use(folder, (sql) =>
      sql.exec('PRAGMA max_page_count = 2; CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(60000))'),
    ),
  SQLITE_READONLY: (folder) => use(folder, (sql) => sql.exec('PRAGMA query_only = 1; CREATE TABLE t (a)')),
  SQLITE_BUSY: (folder) =>
    use(folder, (first) => {
      first.exec('BEGIN EXCLUSIVE');
      use(folder, (second) => second.exec('BEGIN EXCLUSIVE'));
    }),
};

function use(folder: string, work: (sql: DatabaseSync) => unknown): void {
  const sql = new DatabaseSync(path.join(folder, 'records.db'));
  try {
    work(sql);
  } finally {
    sql.close();
  }
}

async function thrownBy(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
  }
  throw new Error('It did not fail.');
}

function expectOwnSentence(code: string, thrown: Error): void {
  const reason = systemReason(thrown).text;
  expect(reason).toMatch(new RegExp(`^.+ \\(${code}\\)\\. [A-Z].+[^.]$`));
  expect(reason).not.toContain(thrown.message);
  const error = asAppError(thrown);
  const { code: kept, message, cause } = error;
  expect([kept, message, cause]).toEqual(['ERROR', `This did not work: ${reason}.`, thrown]);
  expect(leftInEnglish(error.toMessage())).toEqual([]);
}

test.each(Object.entries(failures))('says %s in words, with what to do', async (code, fail) => {
  const folder = await makeTempFolder();
  expectOwnSentence(code, await thrownBy(() => fail(folder)));
});

test.skipIf(process.platform !== 'linux')('says of a full disk that it is full', async () => {
  expectOwnSentence('ENOSPC', await thrownBy(() => writeFile('/dev/full', 'no room')));
});

test.skipIf(process.platform === 'win32')('says of a process with too many open files what to do', async () => {
  const program = `const { openSync } = require('node:fs');
    try { for (;;) openSync(process.execPath); } catch ({ code, message }) { console.log(JSON.stringify({ code, message })); }`;
  const child = spawn('sh', ['-c', 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, program]);
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const { message, ...rest } = JSON.parse(output) as { code: string; message: string };
  expectOwnSentence('EMFILE', Object.assign(new Error(message), rest));
});

test.each(['EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'ENFILE', 'ENOMEM', 'EBUSY', 'ETXTBSY', 'EFBIG', 'ESTALE'])(
  'has words for %s, which no test can bring about everywhere',
  (code) => expectOwnSentence(code, Object.assign(new Error(`${code}: as the system says it`), { code })),
);

test('leaves what is ours, what has another code, and what has none as it is', () => {
  expect(systemReason(Object.assign(new Error('x'), { code: 'ELOOP' })).text).toBe('the system says ELOOP');
  expect(systemReason(new SyntaxError('It is no JSON.')).text).toBe('It is no JSON');
  const why = systemReason(new AppError('ERROR', { text: 'Ours.' }));
  expect(messageFor('system.failed', { why }).text).toBe('This did not work: Ours.');
  expect(asAppError(new TypeError('a bug')).message).toBe(new AppError('ERROR').message);
  expect(asAppError(Object.assign(new Error('a bug'), { code: 'ERR_INVALID_ARG_TYPE' })).message).toBe(
    new AppError('ERROR').message,
  );
});
