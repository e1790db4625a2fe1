// npm run check [-- --only format,lint,style,layers,types]: runs the project's static checks side by side, shows the output of
// those that fail and one line for each.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { commandFile, modulesFolder, projectRoot, SetupError } from './setup/project.mjs';

interface Check {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
}

interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } });
  const wanted = chosenChecks(values.only);
  const outcomes = await Promise.all(wanted.map(run));
  for (const { name, output } of outcomes.filter((item) => !item.ok)) console.log(`\n--- ${name}\n${output.trim()}\n`);
  for (const { name, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (outcomes.some((item) => !item.ok)) process.exitCode = 1;
}

function chosenChecks(only: string | undefined): Check[] {
  const checks = allChecks();
  if (only === undefined) return checks;
  const groups = only.split(',');
  const unknown = groups.find((group) => !checks.some((check) => groupOf(check) === group));
  if (unknown !== undefined) {
    throw new SetupError(
      `There is no check "${unknown}". Choose from ${[...new Set(checks.map(groupOf))].join(', ')}.`,
    );
  }
  return checks.filter((check) => groups.includes(groupOf(check)));
}

/** Types are several checks, one per project: "types src-shared". */
function groupOf(check: Check): string {
  return check.name.split(' ')[0] ?? check.name;
}

function allChecks(): Check[] {
  return [
    {
      name: 'format',
      file: commandFile('@biomejs/biome', 'biome'),
      args: ['check', '--linter-enabled=false', '--colors=off', '--max-diagnostics=50'],
    },
    { name: 'lint', file: commandFile('oxlint', 'oxlint'), args: ['--type-aware', '--deny-warnings'] },
    { name: 'style', file: commandFile('stylelint', 'stylelint'), args: ['src-renderer/**/*.css'] },
    { name: 'style names', file: path.join(projectRoot, 'scripts/run.mjs'), args: ['check-styles'] },
    { name: 'layers', file: path.join(projectRoot, 'scripts/run.mjs'), args: ['check-layers'] },
    ...typeChecks(),
  ];
}

/** The folders whose tsconfig.json is compiled: each file is in as few programs as its globals allow, as each one takes its time for it. */
const typePrograms = {
  node: '.',
  window: 'test/src-renderer',
  shared: 'src-shared',
  'end-to-end': 'test/end-to-end',
  samples: 'samples',
} as const;

function typeChecks(): Check[] {
  const file = commandFile('typescript', 'tsc');
  return Object.entries(typePrograms).map(([name, folder]) => {
    // One checker each, since programs side by side use all cores already and several would repeat each other's work.
    // What was found last time is kept, so that only what changed is looked at again.
    const known = path.join(modulesFolder, '.cache/slipway-types', `${name}.tsbuildinfo`);
    const args = ['-p', folder, '--pretty', 'false', '--checkers', '1', '--incremental', '--tsBuildInfoFile', known];
    return { name: `types ${name}`, file, args };
  });
}

/**
 * The compilers of types and of the rules that need them are programs of Go, which spend a sixth of their computing on memory that they
 * could leave alone until the end.
 */
const collectLess = { GOGC: '400', GOMEMLIMIT: '2500MiB' };

function run(check: Check): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [check.file, ...check.args], {
      cwd: projectRoot,
      env: { ...collectLess, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ name: check.name, ok: code === 0, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}
