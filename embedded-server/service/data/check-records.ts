// Looks through all records: SQLite's own structure, then the shape of each row, then what must hold between rows.
import type { Database } from '../../platform/storage/database.ts';
import type { Findings } from './damage-found.ts';
import { deletedBuilds, rules } from './references.ts';
import { keyOf, rowsOf, shown } from './rows.ts';
import { type Table, tables } from './tables.ts';

/** Whether the records can be relied on so far that the files can be compared with them. */
export function checkRecords(database: Database, findings: Findings): boolean {
  const parts = [checkStructure, checkShapes, checkRules];
  for (const part of parts) {
    try {
      if (part(database, findings) === 'stop') return false;
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      findings.damage('records', `The records cannot be read through: ${why}.`);
      return false;
    }
  }
  return true;
}

function checkStructure({ sql }: Database, findings: Findings): 'stop' | undefined {
  const answers = sql.prepare('PRAGMA integrity_check(20)').all();
  const problems = answers.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok');
  for (const problem of problems) findings.damage('records', `SQLite finds in slipway.db: ${problem}.`);
  if (problems.length > 0) return 'stop';
  for (const row of sql.prepare('PRAGMA foreign_key_check').all()) {
    findings.damage(
      'records',
      `A row of ${shown(row['table'])} names a row of ${shown(row['parent'])} that is not there.`,
    );
  }
  return undefined;
}

function checkShapes(database: Database, findings: Findings): undefined {
  for (const table of tables) {
    for (const row of rowsOf(database, table)) {
      const problem = shapeProblem(table, row);
      if (problem === undefined) continue;
      findings.damage('records', `Row ${keyOf(table, row)} of ${table.name} is not as it should be: ${problem}.`);
    }
  }
}

/** Which columns of a row are not what they must be; undefined when all are. */
export function shapeProblem(table: Table, row: unknown): string | undefined {
  const parsed = table.row.safeParse(row);
  if (parsed.success) return undefined;
  return [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || issue.message))].join(', ');
}

function checkRules({ sql }: Database, findings: Findings): undefined {
  for (const { about, sql: text, sentence } of rules) {
    for (const { id, what } of sql.prepare(text).iterate()) {
      findings.damage(about, sentence(shown(what)), shown(id));
    }
  }
  for (const { what } of sql.prepare(deletedBuilds).iterate()) {
    findings.note(`Version ${shown(what)} names a build that was deleted.`);
  }
}
