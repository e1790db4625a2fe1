// The report and the decisions of a chosen build: what it is, what goes into the package, how it is run, and where it goes.

import { type FormEvent, useEffect, useRef } from 'react';
import type { VersionSummary } from '../../../../src-shared/service/versions.ts';
import type { ExaminedSource, TransferSource } from '../../../../src-shared/transfers/bridge.ts';
import { ownVersions } from '../../../../src-shared/versions/first-version.ts';
import shared from '../../../design/shared.module.css';
import { t, translate } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import dialogStyles from '../../../ui/dialog.module.css';
import { InlineError } from '../../../ui/inline-error.tsx';
import { followGame, followGames } from '../../games/games-actions.ts';
import { useGames } from '../../games/games-store.ts';
import { gameKey } from '../../games/place-keys.ts';
import { inNamespace } from '../../instances/in-namespace.ts';
import { whyCannotChange, whyCannotCreateGame } from '../../instances/instances-selectors.ts';
import { useInstances } from '../../instances/instances-store.ts';
import { CardContents } from './card-contents.tsx';
import { CardFacts } from './card-facts.tsx';
import { NEW_GAME, NO_GAME } from './card-model.ts';
import { CardRun } from './card-run.tsx';
import {
  asksProgram,
  chosenGame,
  findingsFor,
  formatDeed,
  launches,
  openSecrets,
  type Place,
  settlePlace,
  withProposal,
} from './card-selectors.ts';
import { useCard } from './card-store.ts';
import { CardTarget } from './card-target.tsx';
import styles from './choose.module.css';
import { chooseAnother, readLastVersion } from './choose-actions.ts';
import { strangeProgram } from './other-game.ts';
import { gameNameOf, suggestedVersion } from './suggest-names.ts';
import { upload } from './upload-actions.ts';

type Props = { source: TransferSource; examined: ExaminedSource };

/** Scrolls between its head and its foot. */
export function CardForm({ source, examined }: Props) {
  const { draft, target, proposal, lastProgram, problems, busy } = useCard();
  const { report } = examined;
  const names = [report.package_name ?? '', source.name];
  const place = usePlace(names);
  useLastVersion(place, examined);
  const before = strangeProgram(report, lastProgram, place.game?.display_name ?? '', names);
  const isStrange = before !== undefined;
  const isLaunch = launches(draft, target, place, isStrange);
  const version = draft.version ?? suggestedVersion(versionsOf(place), report.package_version, hasOwnVersion(place));
  const gameName = draft.gameName ?? gameNameOf(report.package_name ?? source.name);
  const { program } = withProposal(draft, proposal);
  const where = { isLocal: place.instance?.kind !== 'remote', isLaunch, isChosen: program !== undefined };
  const findings = findingsFor(report, where);
  const secrets = openSecrets(report, draft).length;
  const off = disabledReason(place, isLaunch) ?? stopReason(findings, secrets, asksProgram(examined, program));
  const main = useRef<HTMLButtonElement>(null);
  // It comes in the place of what was read, which had the focus.
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off === undefined) void upload({ place, version, gameName, isLaunch });
  };
  return (
    <form noValidate className={styles.card} onSubmit={submit}>
      <div className={dialogStyles.body}>
        <CardFacts examined={examined} findings={findings} />
        <CardContents examined={examined} />
        <CardRun examined={examined} last={lastOf(place)} />
        <CardTarget {...{ report, place, version, gameName, isLaunch }} programBefore={before} />
        {problems.whole !== undefined && (
          <InlineError title={t('The upload could not start')}>{problems.whole}</InlineError>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="quiet" onClick={chooseAnother}>
          {t('Choose another build')}
        </Button>
        <span className={shared.grow} />
        <Button ref={main} type="submit" kind="primary" icon="upload" busy={busy} disabledReason={off}>
          {formatDeed(isLaunch, place, isStrange)}
        </Button>
      </div>
    </form>
  );
}

/** Follows the games of the chosen instance and the chosen game, for their names and versions. `names` are those of the build. */
function usePlace(names: readonly string[]): Place {
  const { draft, target } = useCard();
  const instance_id = draft.instance_id ?? target.instance_id;
  const instance = useInstances((state) => state.instances?.find(({ id }) => id === instance_id));
  const games = useGames((state) => (instance_id === undefined ? undefined : state.games[instance_id]));
  const game_id = chosenGame(draft, target, games ?? [], names);
  const game = useGames(
    (state) => state.open[gameKey({ instance_id: instance_id ?? '', game_id })]?.view?.game ?? undefined,
  );
  useEffect(() => (instance_id === undefined ? undefined : followGames(instance_id)), [instance_id]);
  useEffect(
    () => (instance_id === undefined || isUnmade(game_id) ? undefined : followGame(instance_id, game_id)),
    [instance_id, game_id],
  );
  return settlePlace({ instance, game_id, game }, draft, target);
}

function isUnmade(game_id: string): boolean {
  return game_id === NEW_GAME || game_id === NO_GAME;
}

function lastOf({ game }: Pick<Place, 'game'>): VersionSummary | undefined {
  return game === undefined ? undefined : ownVersions(game).at(-1);
}

/** A new version of a game is mostly run as the one before it, and starts the same program. */
function useLastVersion({ instance, game_id, game, namespace }: Place, examined: ExaminedSource): void {
  const last = lastOf({ game });
  useEffect(
    () =>
      instance !== undefined && namespace !== undefined && last !== undefined
        ? readLastVersion({ instance_id: instance.id, game_id, namespace_id: namespace.id }, last, examined)
        : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- only another instance, game, version or build is a reason to ask again
    [instance?.id, game_id, last?.version_id, examined],
  );
}

/** Undefined for a game that is to be made. */
function versionsOf({ game, game_id }: Place): string[] | undefined {
  return game_id === NEW_GAME ? undefined : (game?.versions ?? []).map((version) => version.display_name);
}

/** Until the game is read, it is taken to have one. */
function hasOwnVersion({ game }: Place): boolean {
  return game === undefined || ownVersions(game).length > 0;
}

function disabledReason(place: Place, isLaunch: boolean): string | undefined {
  return whyNothingGoes(place) ?? refusedThere(place, isLaunch);
}

function whyNothingGoes({ instance, game_id, game }: Place): string | undefined {
  const off = game_id === NEW_GAME ? whyCannotCreateGame(instance) : whyCannotChange(instance);
  if (off !== undefined) return off;
  if (game_id === NO_GAME) return t('Choose a game');
  return game_id !== NEW_GAME && game === undefined ? t('Loading the game') : undefined;
}

/** Why the token of the instance does not do it there. */
function refusedThere({ instance, namespace }: Place, isLaunch: boolean): string | undefined {
  const { upload_build: uploading, switch_version: switching } =
    (instance && inNamespace(instance, namespace?.id).why_not) ?? {};
  return translate(uploading ?? (isLaunch ? switching : undefined));
}

function stopReason(
  findings: ReturnType<typeof findingsFor>,
  secrets: number,
  isProgramOpen: boolean,
): string | undefined {
  if (isProgramOpen) return t('Choose the program to start');
  const block = findings.find(({ severity }) => severity === 'block');
  if (block !== undefined) return translate(block.sentence);
  return secrets > 0 ? t('Decide about each secret first') : undefined;
}
