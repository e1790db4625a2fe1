// Which paths a list of ignore patterns leaves out, as git reads them: the last one that fits decides, `!` keeps, and nothing
// in a folder that is left out comes back.
import { compileName, type NameTest } from './ignore-glob.ts';

/** A pattern as it stands in an ignore file. `filesOnly` is what git has no sign for: it never leaves out a folder. */
export type IgnoreRule = { readonly pattern: string; readonly filesOnly?: boolean };

/** Why a path is left out: the rule, and the path it fitted, which is the given one or a folder above it. */
export type LeftOut<Rule> = { rule: Rule; path: string };

/** Tells of a path (relative, with slashes) whether it is left out. */
export type IgnoreMatcher<Rule> = (path: string, isFolder: boolean) => LeftOut<Rule> | undefined;

/** `**` stands for any number of folders. */
type Part = NameTest | '**';
type Compiled<Rule> = { rule: Rule; isNegated: boolean; fits: (path: Path, isFolder: boolean) => boolean };
type Path = { name: string; whole: string };

/** The patterns of an ignore file: one a line, without comments, empty lines and spaces at the end. */
export function parseIgnoreFile(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => trimEnd(line.replace(/\r$/, '')))
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Makes the matcher of these rules. It remembers the folders it was asked about, so keep it for one tree. */
export function createIgnoreMatcher<Rule extends IgnoreRule>(rules: readonly Rule[]): IgnoreMatcher<Rule> {
  const compiled = rules
    .map(compileRule)
    .filter((each) => each !== undefined)
    .toReversed();
  const folders = new Map<string, LeftOut<Rule> | undefined>();
  const own = (path: string, isFolder: boolean): LeftOut<Rule> | undefined => {
    const parts = { name: path.slice(path.lastIndexOf('/') + 1), whole: path };
    const last = compiled.find(({ fits }) => fits(parts, isFolder));
    return last === undefined || last.isNegated ? undefined : { rule: last.rule, path };
  };
  const ofFolder = (path: string): LeftOut<Rule> | undefined => {
    if (folders.has(path)) return folders.get(path);
    const decided = match(path, true);
    folders.set(path, decided);
    return decided;
  };
  const match: IgnoreMatcher<Rule> = (path, isFolder) => {
    const slash = path.lastIndexOf('/');
    const above = slash <= 0 ? undefined : ofFolder(path.slice(0, slash));
    return above ?? own(path, isFolder);
  };
  return (path, isFolder) => (isFolder ? ofFolder(path) : match(path, false));
}

function compileRule<Rule extends IgnoreRule>(rule: Rule): Compiled<Rule> | undefined {
  const isNegated = rule.pattern.startsWith('!');
  const pattern = isNegated ? rule.pattern.slice(1) : rule.pattern;
  const folderOnly = pattern.endsWith('/');
  const body = folderOnly ? pattern.slice(0, -1) : pattern;
  const test = body.includes('/') ? compilePath(body) : compileBare(body);
  if (test === undefined) return undefined;
  const ofKind = (isFolder: boolean) => (isFolder ? rule.filesOnly !== true : !folderOnly);
  return { rule, isNegated, fits: (path, isFolder) => ofKind(isFolder) && test(path) };
}

/** A pattern without a slash fits a name at any depth. */
function compileBare(body: string): ((path: Path) => boolean) | undefined {
  const test = body === '' ? undefined : compileName(body);
  return test && (({ name }) => test(name));
}

function compilePath(body: string): ((path: Path) => boolean) | undefined {
  const parts: Part[] = [];
  for (const segment of body.replace(/^\//, '').split('/')) {
    const part = /^\*{2,}$/.test(segment) ? '**' : compileName(segment);
    if (part === undefined) return undefined;
    if (part !== '**' || parts.at(-1) !== '**') parts.push(part);
  }
  return ({ whole }) => fitsParts(parts, whole.split('/'));
}

/** Like a name and its star, with segments for characters: `**` takes one more whenever what follows does not fit. */
function fitsParts(parts: readonly Part[], path: readonly string[]): boolean {
  let part = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < path.length) {
    const test = parts[part];
    if (test === '**') {
      // At the end it stands for what is inside a folder, never for the folder itself.
      if (part === parts.length - 1) return true;
      star = part;
      starAt = at;
      part += 1;
    } else if (test?.(path[at] ?? '') === true) {
      part += 1;
      at += 1;
    } else if (star >= 0) {
      part = star + 1;
      starAt += 1;
      at = starAt;
    } else {
      return false;
    }
  }
  return part === parts.length;
}

/** Spaces at the end do not count, but one behind a backslash does. */
function trimEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let start = at;
  while (line[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
