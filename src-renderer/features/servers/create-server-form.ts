// What a person typed into the form for a new server, as what the service takes, or what is wrong with it field by field. Pure.
import { z } from 'zod';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ServerChoices } from '../../../src-shared/servers/bridge.ts';
import { type CreateServerBody, createServerBody } from '../../../src-shared/service/servers.ts';
import { validationAnswer } from '../../../src-shared/service/validation.ts';
import { hasControls, typedSoFar } from '../../../src-shared/typed-fields.ts';
import { refusedTyping } from '../../bridge/refused-typing.ts';
import { formatCount } from '../../text/format-numbers.ts';
import { t, words } from '../../text/t.ts';
import { readSeconds, readWhole } from '../../text/typed-numbers.ts';
import { formatIssue, shortened } from './limit-format.ts';
import { namesAlone, unlessSecret } from './storable-texts.ts';

/** What a figure of the service holds at most. */
const MOST = 4_294_967_295;
const PORTS = [1, 65_535] as const;

/** A port as it is typed. */
export const portDraft = z.object({
  name: z.string(),
  protocol: z.string(),
  internal: z.string(),
  routing: z.enum(['game_guard', 'host']),
});
export type PortDraft = z.infer<typeof portDraft>;
/** The form as it is typed. Lists are one line each. */
export const serverDraft = z.object({
  build: z.string(),
  datacenter: z.string(),
  arguments: z.string(),
  environment: z.string(),
  tags: z.string(),
  ports: z.array(portDraft).readonly(),
  cpu: z.string(),
  memory: z.string(),
  grace: z.string(),
});
export type ServerDraft = z.infer<typeof serverDraft>;
/** A field of the form. */
export type DraftField = 'build' | 'arguments' | 'environment' | 'tags' | 'ports' | 'cpu' | 'memory' | 'grace';
/** What is wrong, by field; `whole` with none of them. */
export type DraftProblems = Partial<Record<DraftField | 'whole', string[]>>;

/** What of a form may be stored, beside what is. */
export function storableDraft(draft: ServerDraft, stored?: ServerDraft): ServerDraft {
  const { arguments: texts, environment, tags } = draft;
  return {
    ...draft,
    arguments: unlessSecret(texts) ?? '',
    environment: namesAlone(environment, stored?.environment),
    tags: unlessSecret(tags) ?? '',
  };
}

/** An empty form. */
export const emptyDraft: ServerDraft = {
  build: '',
  datacenter: '',
  arguments: '',
  environment: '',
  tags: '',
  ports: [],
  cpu: '',
  memory: '',
  grace: '',
};

/**
 * The form before anything is chosen: the newest build of the version that runs. A build that is gone by now has to be
 * chosen again, as no other was meant.
 */
export function settleDraft(draft: ServerDraft, choices: ServerChoices | undefined, version: string): ServerDraft {
  if (choices === undefined) return draft;
  const { builds, datacenters } = choices;
  const first = builds.find((build) => build.version_id === version) ?? builds[0];
  const chosen = builds.find(({ id }) => id === draft.build);
  const build = draft.build === '' ? first : chosen;
  return { ...draft, build: build?.id ?? '', datacenter: datacenters[0]?.slug ?? '' };
}

type Parsed = { body: CreateServerBody; problems?: never } | { body?: never; problems: DraftProblems };

/** The body of the call, or what is wrong. */
export function parseDraft(draft: ServerDraft): Parsed {
  const problems: DraftProblems = {};
  const environment = pairs(draft.environment, 'environment', problems);
  const tags = pairs(draft.tags, 'tags', problems);
  refuseControls(draft, problems);
  if (draft.build === '') problems.build = [t('Choose the build that it runs.')];
  const ports = portsOf(draft.ports, problems);
  const texts = linesOf(draft.arguments);
  const request = {
    datacenter: draft.datacenter,
    tags,
    network: { ports },
    runtime: {
      build: draft.build,
      ...(texts.length === 0 ? {} : { arguments: texts }),
      ...(Object.keys(environment).length === 0 ? {} : { environment }),
    },
    resources: { cpu: figureOf(draft.cpu, 'cpu', problems), memory: figureOf(draft.memory, 'memory', problems) },
    ...(draft.grace.trim() === '' ? {} : { lifecycle: { kill_timeout: graceOf(draft.grace, problems) } }),
  };
  const parsed = createServerBody.safeParse(request);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) addProblem(problems, issue.path.map(String), formatIssue(issue));
  }
  if (parsed.success && Object.keys(problems).length === 0) return { body: parsed.data };
  return { problems };
}

/** What is typed one on each line. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function pairs(text: string, field: 'environment' | 'tags', problems: DraftProblems): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of linesOf(text)) {
    const at = line.indexOf('=');
    if (at < 1)
      problems[field] = [
        t('"{line}" has no name or no "=". Write NAME=value, one per line.', { line: shortened(line) }),
      ];
    else if (Object.hasOwn(found, line.slice(0, at).trim()))
      problems[field] = [t('{name} appears twice. Remove one of them.', { name: shortened(line.slice(0, at).trim()) })];
    else found[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return found;
}

function refuseControls(draft: ServerDraft, problems: DraftProblems): void {
  for (const field of ['arguments', 'environment', 'tags'] as const) {
    const wrong = controlsProblem(draft[field]);
    if (wrong !== undefined) problems[field] = [wrong];
  }
}

/** What is wrong with lines that a program is to be given, if anything is. */
export function controlsProblem(lines: string): string | undefined {
  if (!hasControls(lines)) return undefined;
  return t('This contains a character that cannot be passed to a program. Type the line instead of pasting it.');
}

const JOINED = /^[^\S\n]*(-[^\s=]+)[^\S\n]+(.*\{(?:port|host|logdir)\b.*)$/m;

/** That an option and its value were typed as one argument, which no program takes apart. It may be meant, so it is only said. */
export function joinedHint(lines: string): string | undefined {
  const [, option, value] = JOINED.exec(lines) ?? [];
  if (option === undefined || value === undefined) return undefined;
  return t('Each line is one argument, with its spaces. Put {option} and {value} on two lines.', { option, value });
}

/** The ports as the service takes them; what is wrong goes to `problems`. */
export function portsOf(drafts: readonly PortDraft[], problems: { ports?: string[] }) {
  const ports: Record<string, object> = {};
  for (const { name, protocol, internal, routing } of drafts) {
    const key = name.trim();
    const wrong = nameProblem(key, ports);
    if (wrong !== undefined) problems.ports = [wrong];
    if (routing === 'host' && protocol !== 'tcp' && protocol !== 'udp' && protocol !== 'tcp+udp') {
      problems.ports = [t('Host routing supports TCP and UDP only. Choose Game guard for web ports.')];
    }
    const number = internal.trim() === '' ? {} : { internal_port: readWhole(internal, PORTS) ?? Number.NaN };
    ports[key] = { protocol, ...number, routing: routing === 'host' ? { host: {} } : { game_guard: {} } };
  }
  return ports;
}

function nameProblem(key: string, others: object): string | undefined {
  if (key === '') return t('Each port needs a name, such as "game".');
  if (Object.hasOwn(others, key))
    return t('Two ports are called "{key}". Give each a name of its own.', { key: shortened(key) });
  return refusedTyping(typedSoFar, key)?.message;
}

/** Empty: what the version or the build says, else no limit. */
function figureOf(text: string, field: 'cpu' | 'memory', problems: DraftProblems): number | undefined {
  if (text.trim() === '') return undefined;
  const value = readWhole(text, [1, MOST]);
  if (value !== undefined) return value;
  problems[field] = [t('Type a whole number from 1 to {most}.', { most: formatCount(MOST) })];
  return 1;
}

/** Typed in seconds. */
function graceOf(text: string, problems: DraftProblems): number {
  const grace = readSeconds(text, 7_199_999);
  if (grace !== undefined) return grace;
  problems.grace = [t('Type seconds, less than two hours: up to 7199.')];
  return 0;
}

const fieldOfPath: readonly [string, DraftField][] = [
  ['runtime.build', 'build'],
  ['runtime.arguments', 'arguments'],
  ['runtime.environment', 'environment'],
  ['tags', 'tags'],
  ['network.ports', 'ports'],
  ['config.ports', 'ports'],
  ['resources.cpu', 'cpu'],
  ['resources.memory', 'memory'],
  ['resources', 'memory'],
  ['lifecycle', 'grace'],
];

const reasons: Readonly<Record<string, string>> = words({
  'too-long': 'It is too long.',
  'too-short': 'It is too short.',
  'too-many': 'It has too many entries.',
});

function addProblem(problems: DraftProblems, path: readonly string[], message: string): void {
  const where = path.join('.');
  const field = fieldOfPath.find(([start]) => where.startsWith(start))?.[1] ?? 'whole';
  problems[field] = [...new Set([...(problems[field] ?? []), message])];
}

/** What the service refused, at the field it is about where it says so. */
export function refusedDraft(error: AppError): DraftProblems {
  const problems: DraftProblems = {};
  const parsed = validationAnswer.safeParse(error.metadata);
  if (error.code === 'BUILDS_BUILD_NOT_FOUND') return { build: [error.message] };
  if (!parsed.success) return { whole: [error.message] };
  for (const { path } of parsed.data.errors) {
    const [key = '', reason = ''] = path.slice(-2);
    addProblem(problems, path.slice(0, -1), `${key}: ${reasons[reason] ?? error.message}`);
  }
  return problems;
}
