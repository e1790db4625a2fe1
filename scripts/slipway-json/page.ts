// Writes what is known of the fields of slipway.json into its page, between two marks, and its JSON schema into a file.
import { slipwaySchema } from '../../src-shared/service/slipway-json-schema.ts';
import { isSchema, listedIn, type Schema, typeName } from '../http-api/fields.ts';

const BEGIN = '<!-- fields: written by npm run docs -->';
const END = '<!-- end of fields -->';

export function slipwaySchemaFile(): string {
  return `${JSON.stringify(slipwaySchema(), undefined, 2)}\n`;
}

/** The page with the fields as they are now. */
export function slipwayJsonPage(page: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after < before) throw new Error(`docs/slipway-json.md has no "${BEGIN}" before "${END}".`);
  const table = ['| field | is | says |', '|---|---|---|', ...rowsOf(slipwaySchema(), '')].join('\n');
  return `${page.slice(0, before)}${BEGIN}\n\n${table}\n\n${page.slice(after)}`;
}

function rowsOf(schema: Schema, above: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (!isSchema(property)) return [];
    const at = above + name;
    const is = `${typeName(property)}${schema.required?.includes(name) ? ', required' : ''}${defaultOf(property)}`;
    const inner = listedIn(property);
    const row = `| \`${at}\` | ${cell(is)} | ${cell(property.description ?? '')} |`;
    return [row, ...rowsOf(inner, inner === property ? `${at}.` : `${at}.NAME.`)];
  });
}

function defaultOf({ default: value }: Schema): string {
  return value === undefined ? '' : `; without it ${JSON.stringify(value)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
