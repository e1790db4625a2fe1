// Puts together what somebody needs to understand why a server ended, as one zip file without secrets; and says before what
// would be inside.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import os from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Message, messageFor, textOf } from '../../../src-shared/text/message.ts';
import { numberMessage } from '../../../src-shared/text/values.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { createLogReader } from '../../files/logs/log-reader.ts';
import { redact, redactText } from '../../platform/logging/redact.ts';
import { programIn } from '../hosting-thread/command-line.ts';
import { type CoreDump, findCore, MOST_CORE_BYTES, readMasked } from './core-dump.ts';
import { HEAD_LINES, logTexts, TAIL_LINES } from './log-part.ts';
import { createMasker, type Masker } from './mask-secrets.ts';
import { whyNoCore } from './why-no-core.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export type CrashBundleInput = {
  server_id: string;
  build: { id: string; name: string; hash?: string };
  /** How it ended; `sentence` says it in words. Times are Unix milliseconds. */
  exit: {
    code: number | null;
    signal: string | null;
    outOfMemory: boolean;
    startedAt: number;
    endedAt: number;
    sentence?: string;
  };
  launch: {
    program: string;
    arguments: readonly string[];
    environment: Readonly<Record<string, string>>;
    folder: string;
    pid?: number;
  };
  /** Everything else about how it was set up, as plain data: ports, resources, tags, policy. */
  settings: unknown;
  /** The series of what it used, as plain data. */
  usage: readonly unknown[];
  /** The folder of its log: the store's folder and the server's id. */
  logFolder: string;
  /** Values that must not be inside, beside those that are found. */
  secrets?: readonly string[];
  /** Larger core dumps are left out. */
  mostCoreBytes?: number;
  /** How the system names core dumps, and how large the limit says that they may be, when it is not to be asked. */
  corePattern?: string;
  coreLimit?: number;
  /** Of a server on a node: why its host sent no core dump, where it said so. The system of this machine had no part in that. */
  onNode?: { whyNoCore: Message | undefined };
};

/** One file of a bundle. `leftOut` says why it is not inside. */
export type BundleFile = { name: string; bytes: number; why: Message; optional: boolean; leftOut?: Message };
export type BundlePreview = { files: BundleFile[]; notes: Message[] };
export type BundleOptions = { leaveOut?: readonly string[]; signal?: AbortSignal };

type Part = BundleFile & { open: ZipEntry['open'] };
type Parts = { parts: Part[]; notes: Message[]; madeAt: Date };

/** The name that one gets which comes from a node. */
const SENT = 'core';
const LARGEST_CORE = 3_500_000_000;

export async function previewCrashBundle(input: CrashBundleInput, options: BundleOptions = {}): Promise<BundlePreview> {
  const { parts, notes } = await gather(input, options);
  return { files: parts.map(asFile), notes };
}

/** To a file, which appears when it is whole, or to a stream, which is ended. Answers what is inside. */
export async function writeCrashBundle(
  input: CrashBundleInput,
  target: string | Writable,
  options: BundleOptions = {},
): Promise<BundlePreview> {
  const { parts, notes, madeAt } = await gather(input, options);
  const zip = Readable.from(
    zipOf(
      parts.filter((part) => part.leftOut === undefined),
      madeAt,
    ),
  );
  const { signal } = options;
  if (typeof target === 'string') await toFile(zip, target, signal);
  else await pipeline(zip, target, signal === undefined ? {} : { signal });
  return { files: parts.map(asFile), notes };
}

function asFile({ name, bytes, why, optional, leftOut }: Part): BundleFile {
  return { name, bytes, why, optional, ...(leftOut === undefined ? {} : { leftOut }) };
}

async function toFile(zip: Readable, file: string, signal: AbortSignal | undefined): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(zip, createWriteStream(unfinished, { mode: 0o600 }), signal === undefined ? {} : { signal });
    await rename(unfinished, file);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw thrown;
  }
}

async function gather(input: CrashBundleInput, { leaveOut = [], signal }: BundleOptions): Promise<Parts> {
  signal?.throwIfAborted();
  const masker = createMasker({ ...input.launch, known: input.secrets ?? [] });
  const core = await coreOf(input);
  const others = [...textParts(input, masker), ...(core === undefined ? [] : [corePart(core, masker, input)])];
  for (const part of others) {
    if (part.optional && leaveOut.includes(part.name)) part.leftOut ??= messageFor('bundle.left-out-by-you');
  }
  const madeAt = new Date();
  const notes = core === undefined ? await whyNone(input) : [];
  return { parts: [manifestPart(input, others, { notes, madeAt, masker }), ...others], notes, madeAt };
}

async function coreOf({ launch, exit, onNode, corePattern }: CrashBundleInput): Promise<CoreDump | undefined> {
  const search = {
    folder: launch.folder,
    program: programIn(launch.program),
    pid: launch.pid,
    startedAt: exit.startedAt,
  };
  return await findCore(search, onNode === undefined ? corePattern : SENT);
}

async function whyNone({ exit, onNode, corePattern, coreLimit }: CrashBundleInput): Promise<Message[]> {
  const own = { exit, isContained: false, corePattern, coreLimit };
  const why = onNode === undefined ? await whyNoCore(own) : onNode.whyNoCore;
  return why === undefined ? [] : [why];
}

function textParts(input: CrashBundleInput, masker: Masker): Part[] {
  const { tail, head } = logTexts(createLogReader(input.logFolder), masker.text);
  const settings = {
    program: redactText(input.launch.program),
    arguments: input.launch.arguments.map((argument) => redactText(masker.text(argument))),
    environment: redact(masker.environment(input.launch.environment)),
    settings: redact(input.settings),
  };
  const part = (name: string, why: Message, text: string, optional = true) =>
    textPart(name, why, masker.text(text), optional);
  return [
    part('exit.json', messageFor('bundle.exit'), json(input.exit), false),
    part('log-tail.txt', messageFor('bundle.log-tail', { count: numberMessage(TAIL_LINES) }), tail),
    ...(head === undefined
      ? []
      : [part('log-head.txt', messageFor('bundle.log-head', { count: numberMessage(HEAD_LINES) }), head)]),
    part('settings.json', messageFor('bundle.settings'), json(settings)),
    part('usage.json', messageFor('bundle.usage'), json(input.usage)),
  ];
}

/** A core dump is the memory of the server, so that it may hold what nobody thinks of. */
function corePart(core: CoreDump, { needles }: Masker, { mostCoreBytes = MOST_CORE_BYTES }: CrashBundleInput): Part {
  const why = messageFor('bundle.core');
  const most = Math.min(mostCoreBytes, LARGEST_CORE);
  const part = { name: 'core', bytes: core.bytes, why, optional: true, open: () => readMasked(core, needles) };
  if (core.bytes <= most) return part;
  return { ...part, leftOut: messageFor('bundle.larger-than', { size: numberMessage(Math.floor(most / 1_048_576)) }) };
}

type About = { notes: readonly Message[]; madeAt: Date; masker: Masker };

function manifestPart(input: CrashBundleInput, others: readonly Part[], { notes, madeAt, masker }: About): Part {
  const manifest = {
    format: 1,
    made_at: madeAt.toISOString(),
    server_id: input.server_id,
    build: input.build,
    versions: {
      slipway: slipwayVersion,
      node: process.versions.node,
      system: `${os.type()} ${os.release()} ${os.arch()}`,
    },
    files: others.map(({ name, bytes, why, leftOut }) => ({ name, bytes, why: why.text, left_out: leftOut?.text })),
    notes: notes.map(textOf),
  };
  return textPart('manifest.json', messageFor('bundle.manifest'), masker.text(json(manifest)), false);
}

function textPart(name: string, why: Message, text: string, optional: boolean): Part {
  const bytes = Buffer.from(text);
  return { name, bytes: bytes.length, why, optional, open: () => [bytes] };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
