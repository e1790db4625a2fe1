// The rows of "What changes" on the switch sheet: facts, without the rows that stay the same; what is not known says so. Pure.
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import type {
  Comparison,
  FileChanges,
  VersionAspect,
  VersionBuild,
  VersionFacts,
  VersionPort,
} from '../../../src-shared/versions/bridge.ts';
import { formatDecimal } from '../../text/format-numbers.ts';
import { t, translate, words } from '../../text/t.ts';
import { formatCount, formatDuration, formatPacked, formatSize } from '../../ui/format.ts';
import { countDiff, type DiffText, diffTexts } from './text-list-diff.ts';

/** A number that may be left out: then the service's default counts. */
export type Figure = { label: string; before: string; after: string; unit: string };

/** One row. `aside` stands at its end. */
export type ChangeRow = { label: string; aside?: string } & (
  | { kind: 'move'; before: string; after: string; isMono?: boolean }
  | { kind: 'files'; files: FileChanges }
  | { kind: 'texts'; texts: DiffText[] }
  | { kind: 'ports'; ports: PortChange[] }
  | { kind: 'figures'; figures: Figure[] }
  | { kind: 'unknown'; why: string }
);

const and = () => ` ${t('and')} `;
const unsaid = () => t('default');

/** What became of a port. */
export type PortChange = { port: VersionPort; kind: DiffText['kind'] };

/** All rows that have something to say, and after them what is not known. */
export function changeRows({ from, to, files, why_no_files: whyNoFiles }: Comparison): ChangeRow[] {
  const known = [
    buildRow(from.build, to.build),
    files === null ? undefined : filesRow(files),
    ...programRows(from, to),
    ...settingsRows(from.settings, to.settings),
  ];
  return [
    ...known.filter((row) => row !== undefined),
    ...unknownRows({ files: whyNoFiles, ...from.unknown, ...to.unknown }),
  ];
}

const aspects = ['build', 'files', 'program', 'settings'] as const;
const labels = words({ build: 'Build', files: 'Files', program: 'Program', settings: 'Settings' });

/** The same sentence is said once. */
function unknownRows(unknown: { [K in VersionAspect]?: Sentence | undefined }): ChangeRow[] {
  const reported = new Set<string>();
  return aspects.flatMap((aspect): ChangeRow[] => {
    const why = translate(unknown[aspect]);
    if (why === undefined || reported.has(why)) return [];
    reported.add(why);
    return [{ label: labels[aspect], kind: 'unknown', why }];
  });
}

type Build = VersionFacts['build'];

function buildRow(before: Build, after: Build): ChangeRow | undefined {
  if (before === undefined || after === undefined || isSameBuild(before, after)) return undefined;
  const size = (build: Build) => (build ? formatPacked(build.bytes) : t('no build'));
  const row = { label: t('Build'), kind: 'move', before: size(before), after: size(after) } as const;
  return before === null || after === null ? row : { ...row, aside: formatGrown(after.bytes - before.bytes) };
}

function isSameBuild(before: VersionBuild | null, after: VersionBuild | null): boolean {
  if (before === null || after === null) return before === after;
  return before.id === after.id || (before.sha256 !== undefined && before.sha256 === after.sha256);
}

function formatGrown(bytes: number): string {
  if (bytes === 0) return t('same size, other bytes');
  return `${bytes > 0 ? '+' : '−'}${formatSize(Math.abs(bytes))}`;
}

function filesRow(files: FileChanges): ChangeRow | undefined {
  const { added, changed, removed, total } = files;
  const counts = { changed: changed.count, added: added.count, removed: removed.count };
  const changes = formatCounted(counts, ['added', 'changed', 'removed']);
  if (changes === '') return undefined;
  return {
    label: t('Files'),
    kind: 'files',
    files,
    aside:
      total === 0 ? t('all {changes}', { changes }) : t('{changes} of {total}', { changes, total: formatCount(total) }),
  };
}

type Program = VersionFacts['program'];

function programRows({ program: before }: VersionFacts, { program: after }: VersionFacts): (ChangeRow | undefined)[] {
  if (!before || !after) return [];
  return [
    moveRow(t('Program'), before.path, after.path, true),
    moveRow(t('Platform'), platformOf(before), platformOf(after)),
  ];
}

function moveRow(label: string, before: string, after: string, isMono = false): ChangeRow | undefined {
  return before === after ? undefined : { label, kind: 'move', before, after, isMono };
}

const systems = { linux: 'Linux', windows: 'Windows', macos: 'macOS' };

function systemOf(os: NonNullable<Program>['os']): string {
  if (os === undefined) return t('any system');
  return os === 'other' ? t('another system') : systems[os];
}

function platformOf(program: NonNullable<Program>): string {
  const system = systemOf(program.os);
  const cpus = program.cpus.length === 0 ? system : `${system} ${program.cpus.join(and())}`;
  return program.run_by === undefined
    ? cpus
    : t('{platform}, run by {program}', { platform: cpus, program: program.run_by });
}

type Settings = VersionFacts['settings'];

function settingsRows(before: Settings, after: Settings): (ChangeRow | undefined)[] {
  if (before === undefined || after === undefined) return [];
  return [
    argumentsRow(before.arguments, after.arguments),
    portsRow(before.ports, after.ports),
    resourcesRow(before.resources, after.resources),
    moveRow(t('Shutdown timeout'), formatGrace(before.kill_timeout), formatGrace(after.kill_timeout)),
  ];
}

function formatGrace(grace: number | null): string {
  return grace === null ? unsaid() : formatDuration(grace);
}

function argumentsRow(before: readonly string[], after: readonly string[]): ChangeRow | undefined {
  const texts = diffTexts(before, after);
  const aside = formatCounted(countDiff(texts));
  return aside === '' ? undefined : { label: t('Arguments'), kind: 'texts', texts, aside };
}

type Counts = { changed: number; added: number; removed: number };

const countedPhrases: Record<keyof Counts, (count: string) => string> = {
  changed: (count) => t('{count} changed', { count }),
  added: (count) => t('{count} added', { count }),
  removed: (count) => t('{count} removed', { count }),
};

function formatCounted(counts: Counts, order: readonly (keyof Counts)[] = ['changed', 'added', 'removed']): string {
  const kinds = order.filter((kind) => counts[kind] > 0);
  return kinds.map((kind) => countedPhrases[kind](formatCount(counts[kind]))).join(', ');
}

const routings = words({ host: 'Host', game_guard: 'Game guard' });

function portsRow(before: readonly VersionPort[], after: readonly VersionPort[]): ChangeRow | undefined {
  const same = (one: VersionPort, other: VersionPort) =>
    formatPort(one) === formatPort(other) && one.routing === other.routing;
  const gone = before.filter((port) => !after.some((other) => same(port, other)));
  const fresh = after.filter((port) => !before.some((other) => same(port, other)));
  if (gone.length + fresh.length === 0) return undefined;
  const stays = after.filter((port) => !fresh.includes(port));
  const changed = fresh.filter(({ name }) => gone.some((port) => port.name === name)).length;
  const counts = { changed, added: fresh.length - changed, removed: gone.length - changed };
  const routed = [...new Set(fresh.map(({ routing }) => routings[routing]))];
  const changes = formatCounted(counts);
  const aside =
    fresh.length === 0 ? changes : t('{changes}, routed by {routed}', { changes, routed: routed.join(and()) });
  return {
    label: t('Ports'),
    kind: 'ports',
    aside,
    ports: [
      ...stays.map((port) => ({ port, kind: 'same' as const })),
      ...gone.map((port) => ({ port, kind: 'gone' as const })),
      ...fresh.map((port) => ({ port, kind: 'new' as const })),
    ],
  };
}

/** A port in one line: "game udp 7777". */
export function formatPort({ name, protocol, internal_port: inside }: VersionPort): string {
  return `${name} ${protocol.replace('_', ' ')} ${inside ?? t('any number')}`;
}

function resourcesRow(before: Resources | null, after: Resources | null): ChangeRow | undefined {
  const figures = [
    figure('CPU', before?.cpu, after?.cpu, 'millicores'),
    figure(t('Memory'), before?.memory, after?.memory, 'MB'),
  ].filter((one) => one !== undefined);
  if (figures.length === 0) return undefined;
  const aside = before && after ? formatTimes(before, after) : undefined;
  return { label: t('Resources'), kind: 'figures', figures, ...(aside === undefined ? {} : { aside }) };
}

function figure(
  label: string,
  before: number | undefined,
  after: number | undefined,
  unit: string,
): Figure | undefined {
  if (before === after) return undefined;
  // The unit goes with the number: what the service has of its own is described in words.
  const formatted = (value: number | undefined) => (value === undefined ? unsaid() : formatCount(value));
  if (after === undefined) return { label, before: `${formatted(before)} ${unit}`, after: unsaid(), unit: '' };
  return { label, before: formatted(before), after: formatted(after), unit };
}

/** Only where both grow alike is there one true number. */
function formatTimes(before: Resources, after: Resources): string | undefined {
  const [cpu, memory] = [after.cpu / before.cpu, after.memory / before.memory];
  if (Math.abs(cpu - memory) > 0.001) return undefined;
  const digits = [0, 1].find((n) => Number(cpu.toFixed(n)) === Number(cpu.toFixed(2))) ?? 2;
  return t('{times} times as much per server', { times: formatDecimal(cpu, digits) });
}
