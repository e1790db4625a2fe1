// Finds a script that reads arguments where it is given none: it would go on with nothing in their place.
import { messageFor } from '../../text/message.ts';
import type { Case, FindingRule } from './findings-input.ts';

const PYTHON = /\bsys\.argv\[[1-9]\d*\]/;
const NODE = /\bprocess\.argv\[(?:[2-9]|\d\d+)\](?!\s*(?:\?\?|\|\|))/;
const SHELL = /(?<!\\)\$(?:[1-9]|\{[1-9](?:\}|:?\?|[#%/,^]))/;
/** They look first whether there is one, or set their own. */
const LOOKS = {
  python: /\blen\(\s*sys\.argv\s*\)/,
  node: /\bargv\.length\b/,
  shell: /\$#|\$\{#\}|-[nz]\s+"?\$\{?1|\bset\s+--/,
};
/** What is no code, and functions, which have arguments of their own. */
const NO_SHELL_CODE = [
  /(?<=^|\s)#.*$/gm,
  /'[^']*'/g,
  /^[ \t]*(?:function[ \t]+)?[\w-]+[ \t]*\(\)[ \t]*\{[^\n]*\}[ \t]*$/gm,
  /^[ \t]*(?:function[ \t]+)?[\w-]+[ \t]*\(\)\s*\{[\s\S]*?^[ \t]*\}/gm,
];

/** The first argument that it reads, as it stands there. */
function argumentIn(path: string, text: string): string | undefined {
  if (path.endsWith('.py')) return LOOKS.python.test(text) ? undefined : PYTHON.exec(text)?.[0];
  if (/\.[cm]?js$/.test(path)) return LOOKS.node.test(text) ? undefined : NODE.exec(text)?.[0];
  if (LOOKS.shell.test(text)) return undefined;
  const code = NO_SHELL_CODE.reduce((rest, other) => rest.replaceAll(other, ''), text);
  return SHELL.exec(code)?.[0];
}

/** A script that is started without the arguments that it reads. */
export const missingArguments: FindingRule = {
  code: 'missing_arguments',
  find: (at) => {
    const path = at.chosen?.path ?? '';
    const word = isGivenSome(at) ? undefined : argumentIn(path, at.build.listing.texts.get(path) ?? '');
    if (word === undefined) return [];
    return [
      {
        severity: 'warn',
        path,
        sentence: messageFor('doctor.missing-arguments', { path, word }),
        hint: messageFor('doctor.do-give-arguments', { example: '"arguments": ["{port}"]' }),
      },
    ];
  },
};

function isGivenSome({ chosen, engine, manifest: { manifest } }: Case): boolean {
  const given = manifest?.arguments ?? (chosen === undefined ? [] : engine.found.argumentsOf(chosen));
  return given.length > 0;
}
