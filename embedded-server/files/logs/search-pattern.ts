// What a search looks for: a text, or a regular expression that cannot run away. That one works on a batch of lines at a
// time, and is stopped from outside when that takes too long. Nothing else stops a regular expression of JavaScript.
import { createContext, Script } from 'node:vm';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { SearchLog } from '../../../src-shared/servers/log.ts';

export type Range = [from: number, to: number];

/** `stuckAt` is the line within the batch that took too long; what stands before it was looked at. */
export type BatchMatches = { matches: Map<number, Range[]>; stuckAt: number | undefined };

export type Pattern = { match(texts: readonly string[], budgetMs: number): BatchMatches };

/** More matches in one line are not listed one by one. */
const MOST_RANGES = 16;

type Work = { at: number; matches: Map<number, Range[]> };

/** Undefined when it looks for nothing in particular, so that every line matches. */
export function createPattern({ text, regex, caseSensitive = false }: SearchLog): Pattern | undefined {
  const expression = toExpression(text, regex, caseSensitive);
  if (expression === undefined) return undefined;
  // A text is looked for in one pass, however long that takes on a busy machine.
  if (!regex) return { match: (texts) => ({ matches: matchAll(expression, texts), stuckAt: undefined }) };
  let texts: readonly string[] = [];
  let work: Work = { at: 0, matches: new Map() };
  // The functions are ours; the context is only what lets the work be stopped.
  const context = createContext({ run: () => matchAll(expression, texts, work) });
  const script = new Script('run()');
  return {
    match: (batch, budgetMs) => {
      texts = batch;
      work = { at: 0, matches: new Map() };
      try {
        script.runInContext(context, { timeout: budgetMs });
      } catch (thrown) {
        if (!isTimeout(thrown)) throw thrown;
        return { matches: work.matches, stuckAt: work.at };
      }
      return { matches: work.matches, stuckAt: undefined };
    },
  };
}

/** It comes out of the context, where errors are of another kind. */
function isTimeout(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

function matchAll(
  expression: RegExp,
  texts: readonly string[],
  work: Work = { at: 0, matches: new Map() },
): Work['matches'] {
  for (; work.at < texts.length; work.at += 1) {
    const text = texts[work.at] ?? '';
    expression.lastIndex = 0;
    let found = expression.exec(text);
    if (found === null) continue;
    const ranges: Range[] = [];
    while (found !== null && ranges.length < MOST_RANGES) {
      ranges.push([found.index, found.index + found[0].length]);
      if (found[0] === '') expression.lastIndex += 1;
      found = expression.exec(text);
    }
    work.matches.set(work.at, ranges);
  }
  return work.matches;
}

function toExpression(text: string | undefined, regex: string | undefined, caseSensitive: boolean): RegExp | undefined {
  const flags = caseSensitive ? 'g' : 'gi';
  if (regex !== undefined && regex !== '') return compile(regex, flags);
  if (text === undefined || text === '') return undefined;
  return new RegExp(
    text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => (sign === '-' ? '\\x2d' : `\\${sign}`)),
    `${flags}u`,
  );
}

/** With Unicode if the pattern allows it; many that people write do not. */
function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (thrown) {
      const errorText = thrown instanceof Error ? thrown.message : String(thrown);
      // The message begins with all of the pattern, which may be long and is in sight already.
      const why = errorText.split(`/${flags}: `).at(-1) ?? errorText;
      throw new AppError(
        'API_BAD_QUERY_PARAMETER',
        'log.pattern-invalid',
        { why },
        {
          cause: thrown,
        },
      );
    }
  }
}
