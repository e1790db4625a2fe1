// The programs of a build, the best first: those that run on this machine, look like a server and lie near the root.
import { belowRoot, type IndexedBuild } from './indexed.ts';
import type { ListedFile, Machine } from './listing.ts';
import type { ProgramFound } from './report.ts';
import { serverLikeness } from './server-names.ts';
import { packageProgram } from './started-by-others.ts';

const MOST_PROGRAMS = 50;
/** Programs that come with engines and runtimes and are never the game. */
const NEVER_THE_GAME =
  /(?:^|\/)(?:UnityCrashHandler\w*|CrashReportClient\w*|UnrealCEFSubProcess\w*|EpicWebHelper|createdump|xdg-\w+|unins\d+|UEPrereqSetup\w*|chrome-sandbox)(?:\.exe)?$/i;
const SERVER_SCRIPT = /^(?:dist\/|build\/|src\/)?(?:server|index|main|app)\.[cm]?js$/;
const PYTHON_SCRIPT = /^(?:src\/)?(?:server|main|app|__main__)\.py$/;
const BEHIND_THE_SCENES =
  /(?:^|\/)(?:node_modules|Engine|MonoBleedingEdge|jre|runtime|runtimes|\.git|lib|libs|init\.d)\//;
/** By how much each step of a name's likeness counts: more than to lie a few folders nearer to the root. */
const LIKENESS = 15;

/** Every program of the build. `preferred` are paths that an engine's rule, or the build itself, points at. */
export function findPrograms(build: IndexedBuild, machine: Machine, preferred: readonly string[]): ProgramFound[] {
  const named = packageProgram(build);
  const found = build.packed.map((entry) => programOf(build, entry, named)).filter((each) => each !== undefined);
  const scored = found.map((program) => ({ program, score: scoreOf(program, machine, preferred) }));
  const sorted = scored.toSorted((a, b) => b.score - a.score || compare(a.program.path, b.program.path));
  return sorted.slice(0, MOST_PROGRAMS).map(({ program }) => program);
}

/** The entry as a program, if it is one. `named` is the one that the build's package.json starts. */
function programOf(build: IndexedBuild, entry: ListedFile, named: string | undefined): ProgramFound | undefined {
  if (entry.type !== 'file') return undefined;
  const path = belowRoot(build, entry.path);
  const { facts, size: bytes } = entry;
  const other = runByAnother(build, entry, path, named);
  if (other !== undefined || facts === undefined || facts.format === 'godot-pack') return other;
  if (NEVER_THE_GAME.test(path)) return undefined;
  if (facts.format === 'script') {
    return { path, format: 'script', cpus: [], run_by: interpreterName(facts), bytes };
  }
  return facts.role === 'program' ? { path, format: facts.format, os: facts.os, cpus: facts.cpus, bytes } : undefined;
}

/** The program that a script's first line names: with `env`, the word after it. */
export function interpreterName(facts: { interpreter: string; words: readonly string[] }): string {
  const name = facts.interpreter.slice(facts.interpreter.lastIndexOf('/') + 1);
  if (name !== 'env') return name;
  return facts.words.find((word) => !word.startsWith('-') && !word.includes('=')) ?? name;
}

function runByAnother(
  build: IndexedBuild,
  entry: ListedFile,
  path: string,
  named: string | undefined,
): ProgramFound | undefined {
  const found = (format: ProgramFound['format'], runBy: string) => ({
    path,
    format,
    cpus: [],
    run_by: runBy,
    bytes: entry.size,
  });
  if (path.endsWith('.jar')) {
    const jar = build.listing.texts.get(`${entry.path}!META-INF/MANIFEST.MF`);
    return jar !== undefined && /^Main-Class:/m.test(jar) ? found('jar', 'java') : undefined;
  }
  if (path.endsWith('.dll')) {
    const settings = path.replace(/\.dll$/, '.runtimeconfig.json');
    return build.at(settings) === undefined ? undefined : found('dotnet', 'dotnet');
  }
  if (path.endsWith('.py')) return isPythonServer(build, entry, path) ? found('python', 'python3') : undefined;
  // Of all the JavaScript in a build: what its package.json names, or what is called like a server near its root.
  const isOwn = path === named || SERVER_SCRIPT.test(path);
  return isOwn ? found('javascript', 'node') : undefined;
}

/** A script whose first line says what it is run by is run by that, as any other script. */
function isPythonServer({ packed }: IndexedBuild, { facts }: ListedFile, path: string): boolean {
  const hasFirstLine = facts?.format === 'script' && facts.hasMark;
  return !hasFirstLine && (PYTHON_SCRIPT.test(path) || packed.length === 1);
}

function scoreOf({ path, os, cpus, format }: ProgramFound, machine: Machine, preferred: readonly string[]): number {
  const place = preferred.indexOf(path);
  const runsHere = format === 'script' ? machine.os !== 'windows' : os === undefined || os === machine.os;
  return [
    place >= 0 ? 1_000 - 30 * Math.min(place, 6) : 0,
    // What runs here goes before what is preferred a little more: of one game, the program for this system.
    runsHere ? 200 : 0,
    cpus.length === 0 || cpus.includes(machine.cpu) ? 100 : 0,
    BEHIND_THE_SCENES.test(path) ? -400 : 0,
    // What an engine or the build itself points at is that, whatever it is called.
    place >= 0 ? 0 : LIKENESS * serverLikeness(path),
    format === 'script' ? -1 : 0,
    -2 * Math.min(path.split('/').length, 10),
  ].reduce((sum, each) => sum + each, 0);
}

/** The other programs of this system that could be the server as well, by all that is known. */
export function rivalsOf(chosen: ProgramFound, programs: readonly ProgramFound[]): ProgramFound[] {
  const keyOf = ({ path, os, cpus }: ProgramFound) =>
    [os, ...cpus, serverLikeness(path), path.split('/').length, BEHIND_THE_SCENES.test(path)].join(' ');
  return programs.filter((one) => one.os !== undefined && one !== chosen && keyOf(one) === keyOf(chosen));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
