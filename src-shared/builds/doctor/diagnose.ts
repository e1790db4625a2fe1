// Makes the doctor's report of a build that was read: sorts it, finds engine and programs, lets slipway.json decide, gathers findings.
import type { BuildManifest } from '../../service/build-manifest.ts';
import type { PortRequest } from '../../service/run-settings.ts';
import { findEngine } from './engines.ts';
import { gatherFindings } from './findings.ts';
import type { Case } from './findings-input.ts';
import { belowRoot, type IndexedBuild, indexBuild, type Sorted } from './indexed.ts';
import type { BuildListing, ListedFile, Machine } from './listing.ts';
import { readManifest } from './manifest.ts';
import { plain } from './program-findings.ts';
import { findPrograms } from './rank-programs.ts';
import type { DoctorReport, LeaveOutFound, PortFound, ProgramFound } from './report.ts';
import { itchProgram, packageName, packageVersion } from './started-by-others.ts';

/** How many left out entries and secrets are listed one by one. */
const MOST_ROWS = 1_000;

/** The report of a build. What it has to know of the machine, it asks `machine`. */
export async function diagnose(listing: BuildListing, machine: Machine): Promise<DoctorReport> {
  const build = indexBuild(listing);
  const manifest = await readManifest(build);
  const engine = findEngine(build);
  const own = manifest.manifest === undefined ? undefined : plain(manifest.manifest.program);
  const hint = itchProgram(build);
  const wanted = [own, hint, ...engine.found.preferred].filter((path) => path !== undefined);
  const programs = withNamed(build, findPrograms(build, machine, wanted), own);
  const [chosen] = programs;
  const at: Case = { build, machine, engine, programs, chosen, manifest };
  return {
    engine: { name: engine.name, clue: engine.found.clue },
    root: build.root,
    ...packageOf(build),
    programs: [...programs],
    arguments: [...(manifest.manifest?.arguments ?? (chosen === undefined ? [] : engine.found.argumentsOf(chosen)))],
    ports: portsOf(manifest.manifest) ?? [...engine.found.ports],
    ...asksFor(manifest.manifest),
    size: sizeOf(build),
    leave_out: leaveOutRows(build.leftOut),
    secrets: build.secrets.slice(0, MOST_ROWS).map(({ entry, by }) => ({
      path: entry.path,
      rule: by.rule.pattern,
      reason: by.rule.reason,
      bytes: entry.size,
    })),
    findings: gatherFindings(at),
    manifest: manifest.found,
  };
}

function packageOf(build: IndexedBuild): Pick<DoctorReport, 'package_name' | 'package_version'> {
  const [name, version] = [packageName(build), packageVersion(build)];
  return {
    ...(name === undefined ? {} : { package_name: name }),
    ...(version === undefined ? {} : { package_version: version }),
  };
}

/** What slipway.json names comes first, whatever it is; if it is not there, nothing takes its place. */
function withNamed(build: IndexedBuild, programs: readonly ProgramFound[], named: string | undefined): ProgramFound[] {
  if (named === undefined) return [...programs];
  const others = programs.filter(({ path }) => path !== named);
  const known = programs.find(({ path }) => path === named);
  const entry = build.at(named);
  if (known !== undefined) return [known, ...others];
  if (entry === undefined || entry.type === 'folder') return [];
  return [unknownProgram(entry, belowRoot(build, entry.path)), ...others];
}

function unknownProgram(entry: ListedFile, path: string): ProgramFound {
  const bytes = entry.size;
  if (/\.[cm]?js$/.test(path)) return { path, format: 'javascript', cpus: [], run_by: 'node', bytes };
  if (path.endsWith('.py')) return { path, format: 'python', cpus: [], run_by: 'python3', bytes };
  if (path.endsWith('.jar')) return { path, format: 'jar', cpus: [], run_by: 'java', bytes };
  return { path, format: 'script', cpus: [], bytes };
}

function portsOf(manifest: BuildManifest | undefined): PortFound[] | undefined {
  const entries = Object.entries(manifest?.ports ?? {});
  if (entries.length === 0) return undefined;
  return entries.map(([name, { protocol, internal_port: inside, number, routing: requested }]) => ({
    name,
    protocol,
    ...(inside === undefined ? {} : { internal_port: inside }),
    ...(number === undefined ? {} : { number }),
    ...routingOf(requested),
  }));
}

/** What names both or none is refused elsewhere, and reported as a problem. */
function routingOf(requested: PortRequest['routing']): Pick<PortFound, 'routing'> {
  if (requested === undefined || (requested.game_guard === undefined) === (requested.host === undefined)) return {};
  return { routing: requested };
}

function asksFor(manifest: BuildManifest | undefined): Pick<DoctorReport, 'resources' | 'kill_timeout' | 'keep'> {
  const { resources, lifecycle: { kill_timeout: grace } = {}, keep } = manifest ?? {};
  return {
    ...(resources === undefined ? {} : { resources }),
    ...(grace === undefined ? {} : { kill_timeout: grace }),
    ...(keep === undefined ? {} : { keep }),
  };
}

function sizeOf({ listing, packed }: IndexedBuild): DoctorReport['size'] {
  const all = filesOf(listing.entries);
  const kept = filesOf(packed);
  return { bytes: all.bytes, files: all.files, packed_bytes: kept.bytes, packed_files: kept.files };
}

function filesOf(entries: readonly ListedFile[]): { bytes: number; files: number } {
  let [bytes, files] = [0, 0];
  for (const { type, size } of entries) {
    if (type === 'folder') continue;
    files += 1;
    bytes += size;
  }
  return { bytes, files };
}

/** One row for what a rule fitted: a folder with all that is in it, or a file. The largest first. */
function leaveOutRows(leftOut: readonly Sorted[]): LeaveOutFound[] {
  const rows = new Map<string, LeaveOutFound>();
  for (const { entry, by } of leftOut) {
    const row = rows.get(by.path) ?? emptyRow(entry, by);
    if (entry.type !== 'folder') {
      row.bytes += entry.size;
      row.files += 1;
    }
    rows.set(by.path, row);
  }
  return [...rows.values()].toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST_ROWS);
}

function emptyRow(entry: ListedFile, { path, rule }: Sorted['by']): LeaveOutFound {
  const isFolder = entry.type === 'folder' || entry.path !== path;
  // A line of the ignore file is changed there, and the ignore file itself says nothing to a server.
  const untickable = rule.isOwn !== true;
  return { path, is_folder: isFolder, rule: rule.pattern, reason: rule.reason, bytes: 0, files: 0, untickable };
}
