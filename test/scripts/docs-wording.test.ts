// The documents keep to the words of docs/wording.md, as far as a search for others can tell.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/setup/project.mjs';

// The page itself names them, and decisions say what was thought at their time.
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: projectRoot }),
].filter((file) => path.basename(file) !== 'wording.md');

const others: readonly [say: string, not: RegExp][] = [
  [
    'create',
    /\bma(?:de|kes?|king) (?:an?|the|another|other|second|no) (?:\w+ )?(?:archive|backup|build|copy|folder|game|namespace|pack|server|snapshot|token|version)\b/,
  ],
  ['continue, resume', /\b(?:go|goes|going|went) on\b/],
  ['scan', /\bexamin(?!eBuild)/i],
  ['fix', /\bmend/i],
  ['cancel', /\b(?:gives?|gave|given|giving) up\b(?!-)/],
  ['stop (a server)', /\bends (?:a|the|every|each|all) (?:of them|servers?)\b|\bstops? gracefully\b/i],
  ['shutdown timeout', /\b(?:its|own|the|a) grace\b|\bkill timeout\b/],
  ['parallel', /\bparts side by side\b/],
  ['remove from the list', /\btaken? (?:it )?off the list\b/],
  ['trusted', /\bvouche/],
];

test.each(documents)('%s', (file) => {
  const lines = readFileSync(path.join(projectRoot, file), 'utf8').split('\n');
  const found = others.flatMap(([say, not]) =>
    lines.flatMap((line, at) => (not.test(line) ? [`${at + 1}: ${not.exec(line)?.[0]} (say: ${say})`] : [])),
  );
  expect(found).toEqual([]);
});
