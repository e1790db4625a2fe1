// Where the build goes: instance, game, namespace and the name of its version, and whether it is launched there.

import { useEffect, useState } from 'react';
import type { DoctorReport } from '../../../../src-shared/builds/doctor/report.ts';
import type { GameFull } from '../../../../src-shared/service/games.ts';
import shared from '../../../design/shared.module.css';
import { plural, t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/field.module.css';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useGames } from '../../games/games-store.ts';
import { useInstances } from '../../instances/instances-store.ts';
import type { NamespacePlace } from '../../namespaces/namespaces-store.ts';
import { formatDrain, formatImpact, formatStop, impactOf } from '../../namespaces/switch-impact.ts';
import { NEW_GAME, NO_GAME } from './card-model.ts';
import { nameThere, type Place, runsAs, withProposal } from './card-selectors.ts';
import { useCard } from './card-store.ts';
import styles from './choose.module.css';
import { decide, followLaunchFacts, type LaunchFacts } from './choose-actions.ts';

type Props = {
  report: DoctorReport;
  place: Place;
  version: string;
  gameName: string;
  isLaunch: boolean;
  /** What builds of the game started so far, where this one looks like one of another. */
  programBefore: string | undefined;
};

/** What is suggested can be typed over. */
export function CardTarget({ report, place, version, gameName, isLaunch, programBefore }: Props) {
  const problems = useCard((state) => state.problems);
  return (
    <section className={styles.part} aria-labelledby="card-target">
      <h3 id="card-target">{t('Where it goes')}</h3>
      <div className={styles.grid}>
        <InstanceChoice place={place} />
        <GameChoice place={place} report={report} programBefore={programBefore} />
        {place.game_id === NEW_GAME && (
          <Field
            label={t('Name of the new game')}
            name="game_name"
            value={gameName}
            errors={problems.game === undefined ? [] : [problems.game]}
            onValue={(next) => decide({ gameName: next })}
          />
        )}
        {place.game_id !== NO_GAME && (
          <Choice
            label={t('Namespace')}
            value={place.namespace?.id ?? ''}
            options={place.namespaces.map(({ id, name, name_id }) => ({ value: id, label: `${name} (${name_id})` }))}
            onValue={(namespace_id) => decide({ namespace_id, confirm: '' })}
          />
        )}
        <Field
          label={t('Version')}
          name="version"
          value={version}
          errors={problems.version === undefined ? [] : [problems.version]}
          onValue={(next) => decide({ version: next })}
        />
      </div>
      <Launch report={report} place={place} version={version} isLaunch={isLaunch} />
    </section>
  );
}

function Launch({ report, place, version, isLaunch }: Omit<Props, 'gameName' | 'programBefore'>) {
  const { draft, problems } = useCard();
  const { namespace, isProtected, instance, game, game_id } = place;
  if (namespace === undefined) return null;
  return (
    <>
      <label className={classNames(styles.tick, styles.loneTick)}>
        <input type="checkbox" checked={isLaunch} onChange={({ target }) => decide({ launch: target.checked })} />
        <span>
          {t('Launch on {name_id} once it is there', { name_id: nameThere(place) })}
          {isProtected && !isLaunch && (
            <small className={shared.faint}>, {t('which is protected: it is only uploaded')}</small>
          )}
        </span>
      </label>
      {isLaunch && instance !== undefined && game_id !== NEW_GAME && (
        <CardKeeps
          game={game}
          place={{ instance_id: instance.id, game_id, namespace_id: namespace.id }}
          report={report}
          name={namespace.name_id}
          version={version}
        />
      )}
      {isLaunch && isProtected && (
        <Field
          label={t('Type {name} to confirm', { name: namespace.name_id })}
          name="confirm"
          value={draft.confirm}
          errors={problems.confirm === undefined ? [] : [problems.confirm]}
          onValue={(confirm) => decide({ confirm })}
        />
      )}
    </>
  );
}

function InstanceChoice({ place }: { place: Place }) {
  const instances = useInstances((state) => state.instances ?? []);
  return (
    <Choice
      label={t('Instance')}
      value={place.instance?.id ?? ''}
      options={instances.map(({ id, name }) => ({ value: id, label: name }))}
      onValue={(instance_id) => decide({ instance_id, game_id: undefined, namespace_id: undefined })}
    />
  );
}

function GameChoice({
  place: { instance, game_id, game },
  report,
  programBefore: before,
}: Pick<Props, 'place' | 'report' | 'programBefore'>) {
  const { draft, proposal } = useCard();
  const program = withProposal(draft, proposal).program ?? report.programs[0]?.path ?? '';
  const games = useGames((state) => (instance === undefined ? [] : (state.games[instance.id] ?? none)));
  const options = [
    ...(game_id === NO_GAME ? [{ value: NO_GAME, label: t('Choose a game') }] : []),
    ...games.map(({ id, display_name: name }) => ({ value: id, label: name })),
    { value: NEW_GAME, label: t('A new game') },
  ];
  return (
    <Choice
      label={t('Game')}
      value={game_id}
      options={options}
      onValue={(next) => next !== NO_GAME && decide({ game_id: next, namespace_id: undefined })}
      warning={
        before === undefined
          ? undefined
          : t('Builds of {game} so far started {before}. This one starts {program}.', {
              game: game?.display_name ?? '',
              before,
              program,
            })
      }
    />
  );
}

const none: readonly { id: string; display_name: string }[] = [];

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
  /** What is likely not meant. */
  warning?: string | undefined;
};

function Choice({ label, warning, ...select }: ChoiceProps) {
  return (
    <div data-slot="field" className={fieldStyles.field}>
      <span data-slot="field-label" className={fieldStyles.label}>
        {label}
      </span>
      <Select label={label} {...select} />
      {warning !== undefined && (
        <p role="status" className={fieldStyles.warning}>
          {warning}
        </p>
      )}
    </div>
  );
}

type KeepsProps = {
  report: DoctorReport;
  game: GameFull | undefined;
  place: NamespacePlace;
  name: string;
  version: string;
};

/** What a launch does there: how many servers start, and whom it meets. Nothing while that is read, and where the instance does not tell. */
function CardKeeps({ report, game, place: { instance_id, game_id, namespace_id }, name, version }: KeepsProps) {
  const { draft, proposal } = useCard();
  const [{ hosting, servers = [], runs }, setFacts] = useState<LaunchFacts>({});
  const before = game?.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id;
  useEffect(
    () => followLaunchFacts({ instance_id, game_id, namespace_id }, before, setFacts),
    [instance_id, game_id, namespace_id, before],
  );
  if (!hosting) return null;
  const { server_count: count, on_version_switch: way } = hosting;
  const to = runsAs(report, withProposal(draft, proposal));
  const impact = game && impactOf(servers, game, undefined, { from: { settings: runs }, to: { settings: to } });
  const line = classNames(shared.small, shared.dim);
  return (
    <>
      <p className={line}>
        {count === 0
          ? t('{name} keeps 0 servers, so none starts by itself. Its settings say how many.', { name })
          : plural(
              count,
              '{name} keeps {n} server, which starts then.',
              '{name} keeps {n} servers, which start then.',
              { name },
            )}
      </p>
      {impact !== undefined && impact.servers > 0 && (
        <p className={line}>
          {t('Who is affected')}: {t('{impact} right now', { impact: formatImpact(impact) })}.{' '}
          {way === 'stop' ? formatStop(impact) : formatDrain(impact, version, hosting)}
        </p>
      )}
    </>
  );
}
