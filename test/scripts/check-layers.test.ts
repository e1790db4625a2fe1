// Builds small trees that break each import rule on purpose and sees it caught, and a clean one that passes.
import { expect, test } from 'vitest';
import { findFaceBreaches } from '../../scripts/check-faces.ts';
import { findBreaches } from '../../scripts/check-layers.ts';
import { readSources } from '../../scripts/read-sources.ts';
import { writeTree } from '../support/write-tree.ts';

const cleanTree = {
  'src-shared/service/table.ts': "import { z } from 'zod';\nexport const id = z.string();\n",
  'embedded-server/index.ts':
    "import 'node:fs';\nimport fastify from 'fastify';\nexport { start } from './start.ts';\n",
  'embedded-server/start.ts': "export { id as start } from '../src-shared/service/table.ts';\n",
  'embedded-server/platform/threads/open-thread.ts': "import 'node:worker_threads';\n",
  'src-main/core/core.ts':
    "import got from 'got';\nimport { start } from '../../embedded-server/index.ts';\nimport '../../embedded-server/platform/threads/open-thread.ts';\n",
  'src-main/electron/main.ts':
    "import { app } from 'electron';\nimport Store from 'electron-store';\nimport '../core/core.ts';\n",
  'src-main/browser/main.ts':
    "import { WebSocketServer } from 'ws';\nimport Conf from 'conf';\nimport '../core/core.ts';\n",
  'src-main/cli/main.ts': "const core = await import('../core/core.ts');\n",
  'src-renderer/main.tsx':
    "import { createRoot } from 'react-dom/client';\nimport './main.css';\nimport icon from './icon.svg?raw';\n",
  'src-renderer/main.css': '',
  'test/embedded-server/start.test.ts': "import { start } from '../../embedded-server/start.ts';\n",
  'scripts/start.mjs': "import '../src-main/browser/main.ts';\n",
};

test('a tree that keeps to the table has no breach', async () => {
  expect(findBreaches(readSources(await writeTree(cleanTree)))).toEqual([]);
});

test.each([
  ['src-shared/a.ts', "import 'node:fs';", "src-shared must not import Node's 'node:fs'"],
  ['src-shared/a.ts', "import 'react';", "src-shared must not import the package 'react'"],
  ['src-shared/a.ts', "import '../src-main/core/core.ts';", 'src-shared must not import src-main/core/core.ts'],
  ['embedded-server/a.ts', "import 'electron';", "embedded-server must not import the package 'electron'"],
  ['embedded-server/a.ts', "import '../src-main/cli/main.ts';", 'embedded-server must not import src-main/cli/main.ts'],
  ['src-main/core/a.ts', "import 'electron';", "src-main/core must not import the package 'electron'"],
  ['src-main/core/a.ts', "import 'electron-store';", "src-main/core must not import the package 'electron-store'"],
  ['src-main/core/a.ts', "import '../browser/main.ts';", 'src-main/core must not import src-main/browser/main.ts'],
  [
    'src-main/core/a.ts',
    "import '../../embedded-server/start.ts';",
    'only embedded-server/index.ts may be imported from outside the server, not embedded-server/start.ts',
  ],
  [
    'src-main/core/local-service/service-worker.ts',
    "import '../../../embedded-server/start.ts';",
    'only embedded-server/index.ts may be imported from outside the server, not embedded-server/start.ts',
  ],
  ['src-main/electron/a.ts', "import '../cli/main.ts';", 'src-main/electron must not import src-main/cli/main.ts'],
  [
    'src-main/electron/a.ts',
    "import '../../embedded-server/index.ts';",
    'src-main/electron must not import embedded-server/index.ts',
  ],
  [
    'src-main/cli/a.ts',
    "import '../../embedded-server/platform/threads/open-thread.ts';",
    'src-main/cli must not import embedded-server/platform/threads/open-thread.ts',
  ],
  ['src-main/browser/a.ts', "import 'electron';", "src-main/browser must not import the package 'electron'"],
  ['src-main/browser/a.ts', "import '../cli/main.ts';", 'src-main/browser must not import src-main/cli/main.ts'],
  ['src-main/cli/a.ts', "import 'electron-store';", "src-main/cli must not import the package 'electron-store'"],
  ['src-main/cli/a.ts', "import '../electron/main.ts';", 'src-main/cli must not import src-main/electron/main.ts'],
  ['src-main/stray.ts', 'export {};', 'belongs to no layer of scripts/layers.ts: move it into one'],
  ['src-renderer/a.ts', "import 'node:path';", "src-renderer must not import Node's 'node:path'"],
  ['src-renderer/a.ts', "import 'electron';", "src-renderer must not import the package 'electron'"],
  ['src-renderer/a.ts', "import '../src-main/core/core.ts';", 'src-renderer must not import src-main/core/core.ts'],
  ['src-renderer/a.ts', "import './picture.png';", 'src-renderer must not import .png files'],
  ['src-main/core/a.ts', "import './look.css';", 'src-main/core must not import .css files'],
  ['src-main/core/a.ts', "import 'fs';", "write 'node:fs' for Node's own 'fs'"],
  ['src-main/core/a.ts', "import './core';", "'./core' must carry its file extension"],
  ['src-main/core/a.ts', "import '/etc/x.ts';", "'/etc/x.ts' is neither a relative path nor a package"],
  ['src-main/core/a.ts', "import '../../test/help.ts';", 'src-main/core must not import test/help.ts'],
  ['src-main/core/a.ts', "import '../../scripts/start.mjs';", 'src-main/core must not import scripts/start.mjs'],
  [
    'scripts/a.ts',
    "import '../embedded-server/start.ts';",
    'only embedded-server/index.ts may be imported from outside the server, not embedded-server/start.ts',
  ],
])('in %s, %s is a breach', async (file, text, rule) => {
  const root = await writeTree({ ...cleanTree, [file]: text });
  expect(findBreaches(readSources(root))).toEqual([{ file, line: 1, rule }]);
});

test.each([
  ['a type-only import', "import type { App } from 'electron';"],
  ['a type query', "type App = import('electron').App;"],
  ['a re-export', "export * from 'electron';"],
  ['a type-only re-export', "export type { App } from 'electron';"],
  ['a dynamic import', "await import('electron');"],
])('%s counts as an import, and its line is reported', async (_, text) => {
  const root = await writeTree({ 'src-main/core/a.ts': `// One\n// Two\n${text}\n` });
  expect(findBreaches(readSources(root))).toEqual([
    { file: 'src-main/core/a.ts', line: 3, rule: "src-main/core must not import the package 'electron'" },
  ]);
});

test('a dynamic import that names no plain string is a breach', async () => {
  const root = await writeTree({ 'src-main/cli/a.ts': "const name = 'electron';\nawait import(name);\n" });
  expect(findBreaches(readSources(root))).toMatchObject([{ line: 2, rule: expect.stringContaining('plain string') }]);
});

test('imports in a circle are reported once, type-only ones too', async () => {
  const root = await writeTree({
    'src-shared/a.ts': "export * from './b.ts';\n",
    'src-shared/b.ts': "export * from './c.ts';\n",
    'src-shared/c.ts': "// Back\nimport type { A } from './a.ts';\n",
  });
  expect(findBreaches(readSources(root))).toEqual([
    {
      file: 'src-shared/a.ts',
      line: 1,
      rule: 'imports in a circle: src-shared/a.ts -> src-shared/b.ts -> src-shared/c.ts -> src-shared/a.ts',
    },
  ]);
});

test('folders that need each other are reported, though no file does', async () => {
  const root = await writeTree({
    'src-main/core/games/list.ts': "// Games\nimport '../players/count.ts';\n",
    'src-main/core/games/name.ts': '',
    'src-main/core/players/count.ts': "import '../games/name.ts';\n",
  });
  const circle = 'src-main/core/games -> src-main/core/players -> src-main/core/games';
  expect(findBreaches(readSources(root))).toEqual([
    { file: 'src-main/core/games/list.ts', line: 2, rule: `folders import in a circle: ${circle}` },
  ]);
});

test('a feature of the window counts whole, with the folders in it', async () => {
  const root = await writeTree({
    'src-renderer/features/servers/page.ts': "import './log/view.ts';\n",
    'src-renderer/features/servers/log/view.ts': "import '../words.ts';\n",
    'src-renderer/features/servers/words.ts': '',
  });
  expect(findBreaches(readSources(root))).toEqual([]);
});

test.each([
  ['platform', 'files'],
  ['platform', 'service'],
  ['files', 'runtime'],
  ['runtime', 'service'],
])('the tier %s of the server must not import %s', async (lower, upper) => {
  const file = `embedded-server/${lower}/one/a.ts`;
  const target = `embedded-server/${upper}/two/b.ts`;
  const root = await writeTree({ [file]: `import '../../${upper}/two/b.ts';\n`, [target]: '' });
  expect(findBreaches(readSources(root))).toEqual([
    { file, line: 1, rule: `embedded-server/${lower} must not import ${target}` },
  ]);
});

test('a folder is used from outside only through its face', async () => {
  const root = await writeTree({
    'src-main/core/relay/relay.ts': "import './inner.ts';\n",
    'src-main/core/relay/inner.ts': '',
    'src-main/core/servers/a.ts': "import '../relay/relay.ts';\n// Past it\nimport '../relay/inner.ts';\n",
    'test/src-main/core/relay/inner.test.ts': "import '../../../../src-main/core/relay/inner.ts';\n",
  });
  expect(
    findFaceBreaches(readSources(root), { 'src-main/core/relay': ['relay'], 'src-main/core/servers': [] }),
  ).toEqual([
    {
      file: 'src-main/core/servers/a.ts',
      line: 3,
      rule: 'src-main/core/relay is used from outside only through relay (scripts/faces.ts), not through inner',
    },
  ]);
});

test('every folder names a face, and nothing in it that nobody outside uses', async () => {
  const root = await writeTree({ 'src-main/core/relay/relay.ts': '', 'src-main/core/games/games.ts': '' });
  expect(findFaceBreaches(readSources(root), { 'src-main/core/relay': ['relay'] })).toEqual([
    { file: 'src-main/core/games', line: 1, rule: 'names no face in scripts/faces.ts' },
    { file: 'src-main/core/relay', line: 1, rule: 'nobody outside uses relay: take it out of scripts/faces.ts' },
  ]);
});

test('a file that does not parse is a breach', async () => {
  const root = await writeTree({ 'src-shared/a.ts': 'import {' });
  expect(findBreaches(readSources(root))).toMatchObject([
    { file: 'src-shared/a.ts', rule: expect.stringContaining('cannot be parsed') },
  ]);
});
