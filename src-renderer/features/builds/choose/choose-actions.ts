// Takes a build that was dropped or picked to its card: reads it, has it looked over, and lets go of what is not sent.
import { z } from 'zod';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { HostingPolicy } from '../../../../src-shared/service/namespaces.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import type { VersionSummary } from '../../../../src-shared/service/versions.ts';
import type { ExaminedSource, TransferSource } from '../../../../src-shared/transfers/bridge.ts';
import { client } from '../../../bridge/client.ts';
import { t } from '../../../text/t.ts';
import { createDrafts } from '../../../ui/drafts.ts';
import { useHost } from '../../host/host-store.ts';
import { openInstanceOf } from '../../instances/instances-selectors.ts';
import { useInstances } from '../../instances/instances-store.ts';
import type { NamespacePlace } from '../../namespaces/namespaces-store.ts';
import type { RunsAs } from '../../namespaces/switch-wait.ts';
import { portDraft } from '../../servers/create-server-form.ts';
import { unlessSecret } from '../../servers/storable-texts.ts';
import type { BuildTarget, CardDraft, ReadyCard } from './card-model.ts';
import { proposalOf } from './card-selectors.ts';
import { emptyDraft, useCard } from './card-store.ts';
import { copyFiles } from './copy-files.ts';
import { type ChosenThing, readPicked } from './read-drop.ts';

/** What was decided on a card, by the name of its build. What may not be sent, and where it goes, is asked again. */
const decided = createDrafts(
  'card',
  z.object({
    gameName: z.string().optional(),
    version: z.string().optional(),
    program: z.string().optional(),
    arguments: z.string().optional(),
    ports: z.array(portDraft).readonly().optional(),
    keep: z.array(z.string()).readonly(),
    fixLineEnds: z.boolean(),
  }),
  (draft) => ({ ...draft, arguments: draft.arguments === undefined ? undefined : unlessSecret(draft.arguments) }),
);

/** What is being read now; another card ends it. */
let reading: AbortController | undefined;

/** Opens the card with the question which build. `target` is where it would go; what is left out of it is asked. */
export function openBuildChooser(target: BuildTarget = {}): void {
  if (useCard.getState().card !== undefined) {
    useCard.setState({ notice: OTHER_OPEN() });
    return;
  }
  begin(target, { card: { step: 'choose' } });
}

const OTHER_OPEN = () => t('Another build is open here. Upload it or close it first.');

/** Takes what was dropped. One at a time: a second one is answered in the card of the first. */
export async function takeDrop(things: readonly ChosenThing[], target: BuildTarget): Promise<void> {
  const { card } = useCard.getState();
  if (card !== undefined && card.step !== 'choose' && card.step !== 'failed') {
    useCard.setState({ notice: OTHER_OPEN() });
    return;
  }
  const [thing, ...more] = things;
  if (thing === undefined) return;
  const where = card === undefined ? target : { ...useCard.getState().target, ...target };
  if (more.length > 0) {
    begin(where, {
      card: { step: 'failed', name: thing.name, title: t('One build at a time'), sentence: oneAtATime(things) },
    });
    return;
  }
  begin(where, { card: { step: 'reading', name: thing.name, progress: undefined } });
  await take(thing.name, (signal) => sourceOf(thing, signal));
}

function oneAtATime(things: readonly ChosenThing[]): string {
  const names = things.slice(0, 3).map(({ name }) => name);
  const rest = things.length > 3 ? [t('and {n} more', { n: things.length - 3 })] : [];
  return t('{names} were dropped together. Drop only the folder or archive of the build.', {
    names: [names.join(', '), ...rest].join(' '),
  });
}

/** Takes what came of a file field. */
export async function takePicked(files: readonly File[]): Promise<void> {
  const thing = readPicked(files);
  if (thing !== undefined) await takeDrop([thing], {});
}

/** Asks for a folder with the shell's own picker. Closing that leaves the question open. */
export async function pickFolder(): Promise<void> {
  try {
    const { source } = await client.call('transfers.chooseFolder', {});
    if (source === null) return;
    useCard.setState({ card: { step: 'reading', name: source.name, progress: undefined } });
    await take(source.name, () => Promise.resolve(source));
  } catch (thrown) {
    fail(t('The folder'), asAppError(thrown));
  }
}

/**
 * Closes the card. An upload that is under way goes on. What was copied for it and is not sent goes; what was typed is there again when the
 * same build comes back.
 */
export function closeCard(): void {
  const { card, busy } = useCard.getState();
  reading?.abort();
  reading = undefined;
  useCard.setState({ card: undefined, notice: undefined, problems: {}, busy: false });
  if (card?.step === 'ready' && !busy) releaseSource(card);
}

/** Lets go of what was copied for a card. One that is sent is no longer known by its handle, and nothing else is lost by a failure here. */
export function releaseSource({ source }: ReadyCard): void {
  void client.call('transfers.release', { source_id: source.source_id }).catch(() => {});
}

/** Whether this card is still the one that is open. */
export function isShown(card: ReadyCard): boolean {
  return useCard.getState().card === card;
}

/** Closes the card of a build that is sent, if a person did not. */
export function closeSentCard(card: ReadyCard): void {
  decided.keep(card.source.name, undefined);
  if (isShown(card)) useCard.setState({ card: undefined, notice: undefined, busy: false });
}

/** Goes back to the question which build. What was decided stays. */
export function chooseAnother(): void {
  closeCard();
  useCard.setState({ card: { step: 'choose' } });
}

/** Changes what was decided; what was wrong with it is asked again. */
export function decide(change: Partial<CardDraft>): void {
  const { card, draft: before } = useCard.getState();
  const draft = { ...before, ...change };
  useCard.setState({ draft, problems: {} });
  if (card?.step !== 'ready') return;
  const { gameName, version, program, arguments: texts, ports, keep, fixLineEnds } = draft;
  decided.keep(card.source.name, { gameName, version, program, arguments: texts, ports, keep, fixLineEnds });
}

/**
 * Reads what the last version of the game starts, and proposes its settings for a folder, until the answer is called. What cannot be read
 * is not proposed.
 */
export function readLastVersion(
  place: NamespacePlace,
  { version_id: id, display_name: name }: VersionSummary,
  { kind, report }: ExaminedSource,
): () => void {
  const over = new AbortController();
  const read = async () => {
    const both = { from_version_id: id, to_version_id: id };
    const { from, namespace } = await client.call('versions.compare', { ...place, ...both }, { signal: over.signal });
    const ranWell = namespace?.went?.ran_well === true || namespace?.also_runs.some(({ ran }) => ran) === true;
    if (over.signal.aborted) return;
    const proposal = kind === 'folder' ? proposalOf(from, { name, ranWell }, report) : undefined;
    useCard.setState(({ isEditingRun }) => ({
      lastProgram: from.program ?? undefined,
      proposal: proposal && { ...proposal, isTaken: proposal.isTaken && !isEditingRun },
    }));
  };
  void read().catch(() => {});
  return () => {
    over.abort();
    useCard.setState({ proposal: undefined, lastProgram: undefined });
  };
}

/** Takes what is proposed, or what was found in the build. */
export function takeProposal(isTaken: boolean): void {
  const { proposal } = useCard.getState();
  useCard.setState({ proposal: proposal && { ...proposal, isTaken } });
}

function begin(target: BuildTarget, state: Pick<ReturnType<typeof useCard.getState>, 'card'>): void {
  const instance = openInstanceOf(useInstances.getState());
  const instance_id = target.instance_id ?? instance?.id;
  useCard.setState({
    ...state,
    target: { ...target, instance_id },
    draft: emptyDraft,
    proposal: undefined,
    lastProgram: undefined,
    isEditingRun: false,
    problems: {},
    notice: undefined,
  });
}

/** In the desktop app a file has a path, which becomes a handle on the way; a browser has none, so it is copied. */
async function sourceOf(thing: ChosenThing, signal: AbortSignal): Promise<TransferSource> {
  if (useHost.getState().host?.shell === 'electron') {
    const { sources } = await client.call('transfers.takeDropped', { paths: [thing.original] });
    const [source] = sources;
    if (source !== undefined) return source;
    throw new AppError('BRIDGE_BAD_INPUT', { text: t('What you dropped is not a file on this machine.') });
  }
  return await copyFiles(thing, {
    signal,
    onProgress: (progress) => {
      if (!signal.aborted) useCard.setState({ card: { step: 'reading', name: thing.name, progress } });
    },
  });
}

async function take(name: string, bring: (signal: AbortSignal) => Promise<TransferSource>): Promise<void> {
  reading?.abort();
  const own = new AbortController();
  reading = own;
  const { signal } = own;
  try {
    const source = await bring(signal);
    if (signal.aborted) {
      await client.call('transfers.release', { source_id: source.source_id });
      return;
    }
    const examined = await client.call('transfers.examine', { source_id: source.source_id }, { signal });
    if (signal.aborted) return;
    useCard.setState(({ draft }) => ({
      card: { step: 'ready', source, examined },
      draft: { ...draft, ...decided.read(source.name) },
    }));
  } catch (thrown) {
    if (!signal.aborted) fail(name, asAppError(thrown));
  }
}

function fail(name: string, error: AppError): void {
  const title = error.code === 'PACK_EMPTY' ? t('There is nothing to upload') : t('{name} could not be read', { name });
  useCard.setState({ card: { step: 'failed', name, title, sentence: error.message } });
}

/**
 * How a namespace keeps its servers, those that it has, and how its version runs. What is not told is undefined, as on an instance that is
 * not ours or does not answer.
 */
export type LaunchFacts = { hosting?: HostingPolicy | null; servers?: readonly Server[]; runs?: RunsAs | undefined };

/** Reads how a namespace keeps its servers and how its version runs, and follows the servers, until the answer is called. */
export function followLaunchFacts(
  place: NamespacePlace,
  version_id: string | undefined,
  onFacts: (facts: LaunchFacts) => void,
): () => void {
  let facts: LaunchFacts = {};
  let isOver = false;
  const add = (more: LaunchFacts) => {
    facts = { ...facts, ...more };
    if (!isOver) onFacts(facts);
  };
  add({});
  const read = async () => {
    const { hosting } = await client.call('namespaces.settings', place);
    add({ hosting });
  };
  const readVersion = async () => {
    if (version_id === undefined) return;
    const { instance_id, game_id } = place;
    const both = { from_version_id: version_id, to_version_id: version_id };
    add({ runs: (await client.call('versions.compare', { instance_id, game_id, ...both })).from.settings });
  };
  void read().catch(() => {});
  void readVersion().catch(() => {});
  const stop = client.subscribe('servers', place, { next: (servers) => add({ servers }) });
  return () => {
    isOver = true;
    stop();
  };
}
