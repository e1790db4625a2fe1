// Checks names that no compiler sees: every token and class that is used exists, and every one that is defined is used.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './setup/project.mjs';

/** What is wrong, and where. */
export interface StyleProblem {
  /** With the line, where it is one. */
  readonly file: string;
  readonly rule: string;
}

type Files = ReadonlyMap<string, string>;

const folder = 'src-renderer';
const tokensFile = 'src-renderer/design/tokens.css';
/** Set on an element by its component, or by a library. */
const setByCode = /^--(available-height|v|p|start|length|toasts-room|ansi-\d*)$/;

export function main(): void {
  const problems = findStyleProblems(readFiles(projectRoot));
  for (const { file, rule } of problems) console.log(`${file}: ${rule}`);
  if (problems.length > 0) process.exitCode = 1;
}

/** `files` are the styles and components, by path from the root. */
export function findStyleProblems(files: Files): readonly StyleProblem[] {
  return [...tokenProblems(files), ...classProblems(files), ...globalProblems(files)];
}

function readFiles(root: string): Files {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  const wanted = names.filter((name) => /\.(css|tsx?)$/.test(name)).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    wanted.toSorted().map((name) => {
      const file = path.posix.join(folder, name);
      return [file, readFileSync(path.join(root, file), 'utf8')];
    }),
  );
}

function tokenProblems(files: Files): StyleProblem[] {
  const defined = new Set(matches(withoutComments(files.get(tokensFile) ?? ''), /^\s*(--[\w-]+):/gm));
  const used = new Set<string>();
  const problems: StyleProblem[] = [];
  for (const [file, text] of files) {
    for (const name of matches(withoutComments(text), /var\((--[\w-]+)/g)) {
      used.add(name);
      if (!defined.has(name) && !setByCode.test(name)) problems.push({ file, rule: `there is no token ${name}` });
    }
  }
  for (const name of defined)
    if (!used.has(name)) problems.push({ file: tokensFile, rule: `the token ${name} is not used` });
  return problems;
}

/** A module that a component imports, and the classes that it takes from it. */
interface Taken {
  readonly file: string;
  readonly module: string;
  readonly classes: readonly string[];
  /** One whose name is made at run time, which no check can look up. */
  readonly isComputed: boolean;
}

/** The classes of each module beside those that components take from it. */
function classProblems(files: Files): StyleProblem[] {
  const taken = [...files].flatMap(([file, text]) => takenBy(file, text));
  const modules = [...files].filter(([file]) => file.endsWith('.module.css'));
  return [
    ...taken.flatMap((one) => problemsOf(one, classesOf(files.get(one.module) ?? ''))),
    ...modules.flatMap(([file, text]) => {
      const used = new Set(taken.filter(({ module }) => module === file).flatMap(({ classes }) => classes));
      const unused = [...classesOf(text)].filter((name) => !used.has(name));
      return unused.map((name) => ({ file, rule: `no component uses the class ${name}` }));
    }),
  ];
}

function takenBy(file: string, text: string): Taken[] {
  const imports = [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)];
  return imports.map(([, name = '', from = '']) => ({
    file,
    module: path.posix.join(path.posix.dirname(file), from),
    classes: matches(text, new RegExp(`(?<![/.\\w])${name}\\.(\\w+)`, 'g')),
    isComputed: new RegExp(`(?<![/.\\w])${name}\\[`).test(text),
  }));
}

function problemsOf({ file, module, classes, isComputed }: Taken, defined: ReadonlySet<string>): StyleProblem[] {
  const name = path.posix.basename(module);
  const rules = classes.filter((one) => !defined.has(one)).map((one) => `${name} has no class ${one}`);
  if (isComputed) rules.push(`name the classes of ${name} after a dot`);
  return rules.map((rule) => ({ file, rule }));
}

function classesOf(css: string): Set<string> {
  const selectors = matches(withoutComments(css), /([^{};]+)\{/g).filter((one) => !one.trim().startsWith('@'));
  return new Set(selectors.flatMap((one) => matches(one, /\.([a-zA-Z][\w-]*)/g)));
}

/** Modules name what is drawn elsewhere by its data-slot: a class of others is nothing that the checks above can see. */
function globalProblems(files: Files): StyleProblem[] {
  const styles = [...files].filter(([file]) => file.endsWith('.css'));
  return styles.flatMap(([file, text]) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, at) =>
        line.includes(':global') ? [{ file: `${file}:${at + 1}`, rule: 'use a data-slot, not :global' }] : [],
      ),
  );
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

/** Its lines stay where they are. */
function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''));
}
