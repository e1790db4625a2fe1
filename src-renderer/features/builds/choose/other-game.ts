// Whether a build looks like one of another game than it would go to: it starts another program, and is called otherwise. Pure.
import type { DoctorReport, ProgramFound } from '../../../../src-shared/builds/doctor/report.ts';
import { plainName } from './suggest-names.ts';

/** What the last build of the game started, where nothing of this build is like it. `names` are those of the build. */
export function strangeProgram(
  { programs }: DoctorReport,
  last: ProgramFound | undefined,
  game: string,
  names: readonly string[],
): string | undefined {
  if (last === undefined || programs.length === 0) return undefined;
  if (names.some((name) => plainName(name) === plainName(game))) return undefined;
  const isAlike = (one: ProgramFound) => one.path === last.path || likeness(one) === likeness(last);
  return programs.some(isAlike) ? undefined : last.path;
}

const NATIVE = new Set(['elf', 'pe', 'macho']);
/** The version and the system that a program is for, which change from build to build. */
const CHANGING = /(?:linux|windows|win|macos|osx|x86_64|x86|x64|amd64|arm64)(?![a-z])|[\d._-]+/g;

/** "tidebreak-linux" and "Tidebreak.exe" are alike, as are "paper-1.20.jar" and "paper-1.21.jar". */
function likeness({ path, format }: ProgramFound): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const stem = name.replace(/\.(?:exe|jar|dll|sh|py|[cm]?js)$/, '').replaceAll(CHANGING, '');
  return `${NATIVE.has(format) ? 'native' : format} ${stem}`;
}
