// Lists what a source file imports: static, re-exported, dynamic and type imports, each with its line.
import { parseSync } from 'vite';

export interface Import {
  /** Undefined when it is not a plain string, so that nobody can tell what it loads. */
  readonly specifier: string | undefined;
  readonly line: number;
}

/** Throws with the parser's message if the file is not valid TypeScript. */
export function importsOf(file: string, text: string): readonly Import[] {
  const { module, program, errors } = parseSync(file, text);
  const problem = errors[0];
  if (problem) throw new Error(problem.message);
  const lineAt = lineFinder(text);
  const requests = [
    ...module.staticImports.map((item) => item.moduleRequest),
    ...module.staticExports.flatMap((item) => item.entries.flatMap((entry) => entry.moduleRequest ?? [])),
  ];
  const found: Import[] = requests.map((request) => ({ specifier: request.value, line: lineAt(request.start) }));
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = text.slice(moduleRequest.start, moduleRequest.end);
    found.push({ specifier: stringValue(literal), line: lineAt(moduleRequest.start) });
  }
  // `import('x').T` in a type is not in the module record. The tree is costly to walk, so only where it can occur.
  if (/\bimport\s*\(/.test(text)) found.push(...typeImports(program, lineAt));
  return withoutRepeats(found);
}

function stringValue(literal: string): string | undefined {
  return /^(['"`])([^$]*)\1$/.exec(literal.trim())?.[2];
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}

function typeImports(node: unknown, lineAt: (offset: number) => number): Import[] {
  if (Array.isArray(node)) return node.flatMap((item) => typeImports(item, lineAt));
  if (!isNode(node)) return [];
  const nested = Object.values(node).flatMap((value) => typeImports(value, lineAt));
  if (node['type'] !== 'TSImportType' || !isNode(node['source'])) return nested;
  const { value, start } = node['source'];
  return [...nested, { specifier: String(value), line: lineAt(Number(start)) }];
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `export { a, b } from 'x'` is one entry per name. */
function withoutRepeats(imports: readonly Import[]): readonly Import[] {
  return [...new Map(imports.map((item) => [`${item.line} ${item.specifier}`, item])).values()];
}
