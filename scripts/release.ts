// npm version X: npm writes the version into package.json, and calls this before it commits and tags. The notes in .changes/ become the
// section of that version in CHANGELOG.md, and whatever else names the version gets it from package.json.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeChangelog } from './changelog.ts';
import { projectRoot, readJson, SetupError } from './setup/project.mjs';

/** The window's bundle cannot read package.json. */
const VERSION_FILE = 'src-shared/version.ts';
/** They name files as people find them, like slipway_1.2.3_amd64.deb. */
const PAGES = ['README.md', 'docs/operate.md'];

export async function main(): Promise<void> {
  await release(projectRoot);
}

export async function release(root: string): Promise<void> {
  const { version } = readJson(path.join(root, 'package.json'));
  const source = await readFile(path.join(root, VERSION_FILE), 'utf8');
  const [line, before] = /slipwayVersion = '([^']+)'/.exec(source) ?? [];
  if (line === undefined || before === undefined) throw new SetupError(`${VERSION_FILE} names no version.`);
  await writeFile(path.join(root, VERSION_FILE), source.replace(line, `slipwayVersion = '${version}'`));
  for (const page of PAGES) {
    const file = path.join(root, page);
    await writeFile(file, inNames(await readFile(file, 'utf8'), before, version));
  }
  await writeChangelog(root, version);
  const changed = ['CHANGELOG.md', '.changes', VERSION_FILE, ...PAGES];
  await promisify(execFile)('git', ['add', '--all', '--', ...changed], { cwd: root });
}

/** In names of files and images alone: sentences about an earlier version stay true. */
function inNames(text: string, before: string, version: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.replaceAll(
        new RegExp(`(slipway(?:-cli)?[_:-])${before.replaceAll('.', '\\.')}(?=[\\s_.-])`, 'g'),
        `$1${version}`,
      ),
    )
    .join('\n');
}
