// Where a version goes, on the sheet that promotes: instance, game and namespace, each chosen by a person.
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { Select } from '../../ui/select.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import tagStyles from '../../ui/tag.module.css';
import { shortHash } from '../builds/build-format.ts';
import styles from './promote.module.css';
import { choosePromotion } from './promote-actions.ts';
import { type Ends, isGuarded, type NamespaceChoice } from './promote-selectors.ts';
import { usePromote } from './promote-store.ts';
import { formatDestination } from './promote-words.ts';
import { focusChoice, focusDecision } from './use-first-choice.ts';
import { useHashes } from './use-hashes.ts';

/** The game waits for the instance, the namespace for the game. */
export function PromoteWhere({ ends }: { ends: Ends }) {
  const { from, to } = ends;
  const hash = useHashes(from)[from.version?.version_id ?? ''];
  return (
    <>
      <Instances ends={ends} />
      {(to.isRead || to.game !== undefined) && <Game ends={ends} />}
      {to.namespaces.length > 0 && <Namespaces to={to} hash={hash} />}
    </>
  );
}

function Instances({ ends: { from, destinations, to } }: { ends: Ends }) {
  const options = destinations.map((destination) => ({
    value: destination.instance.id,
    title: destination.instance.name,
    tag: destination.instance.kind === 'remote' ? <Tag text={t('Remote')} /> : undefined,
    text: formatDestination(destination, from),
  }));
  return (
    <section data-choice="instance">
      <h3>{t('Where to')}</h3>
      <ChoiceCards
        label={t('Where to')}
        value={to.instance?.id}
        options={options}
        onValue={chooseInstance}
        onEnter={(instance, at) => {
          if (instance !== to.instance?.id) chooseInstance(instance);
          focusChoice(at, 'namespace');
        }}
      />
    </section>
  );
}

const chooseInstance = (toInstance: string) =>
  choosePromotion({ toInstance, toGame: undefined, isOtherGame: undefined, namespace: undefined });
const chooseGame = (toGame: string) => choosePromotion({ toGame, isOtherGame: true, namespace: undefined });
const useItsOwnGame = () => choosePromotion({ toGame: undefined, isOtherGame: undefined, namespace: undefined });
const useAnotherGame = () => choosePromotion({ toGame: undefined, isOtherGame: true, namespace: undefined });

function Game({ ends }: { ends: Ends }) {
  const isChoosing = usePromote((state) => state.draft.isOtherGame === true);
  const { newGame, instance, game } = ends.to;
  return (
    <section>
      <h3>{t('Game')}</h3>
      {newGame !== undefined && <NewGame game={newGame} instance={instance?.name ?? ''} />}
      {newGame === undefined && !isChoosing && game !== undefined && <SameGame name={game.display_name} />}
      {newGame === undefined && (isChoosing || ends.to.game_id === undefined) && <OtherGame ends={ends} />}
    </section>
  );
}

/** Whether its name fits is asked before a namespace is chosen. */
function NewGame({ game, instance }: { game: string; instance: string }) {
  const check = usePromote((state) => state.nameCheck);
  return (
    <div className={styles.game}>
      <StateGlyph state="notice" />
      <span className={shared.grow}>
        <b>{t('{game} will be created on {instance}', { game, instance })}</b>
        <small role="status">
          {check.state === 'reading' && t('Checking the name')}
          {check.state === 'failed' && check.why}
          {check.state === 'read' && nameText(check.value, game)} {t('It starts with the namespaces prod and staging.')}
        </small>
      </span>
      <Button small kind="quiet" onClick={useAnotherGame}>
        {t('Use another game')}
      </Button>
    </div>
  );
}

function nameText(problems: readonly string[], game: string): string {
  if (problems.length === 0) return t('The name {game} can be used there.', { game });
  return t('The name {game} is not taken there: {problems}.', { game, problems: problems.join(', ') });
}

function SameGame({ name }: { name: string }) {
  return (
    <div className={styles.game}>
      <StateGlyph state="done" />
      <span className={shared.grow}>
        <b>{name}</b>
        <small>{t('It is there already.')}</small>
      </span>
      <Button small kind="quiet" onClick={useAnotherGame}>
        {t('Use another game')}
      </Button>
    </div>
  );
}

function OtherGame({ ends: { from, to, destinations } }: { ends: Ends }) {
  const hasTwin = destinations.some(({ instance, twin }) => instance.id === to.instance?.id && twin !== undefined);
  const why = hasTwin ? undefined : translate(to.instance?.why_not?.create_game);
  return (
    <div className={styles.game}>
      <span className={shared.grow}>
        <WhichGame to={to} />
        {why !== undefined && <small>{why}</small>}
      </span>
      {why === undefined && <ItsOwnGame name={from.row?.display_name ?? ''} isThere={hasTwin} />}
    </div>
  );
}

function WhichGame({ to: { games, game_id } }: Pick<Ends, 'to'>) {
  const unchosen = { value: '', label: games.length === 0 ? t('No game there') : t('Choose a game') };
  const options = games.map(({ id: value, display_name: label }) => ({ value, label }));
  return (
    <Select
      label={t('Game it goes to')}
      value={game_id ?? ''}
      options={game_id === undefined ? [unchosen, ...options] : options}
      onValue={(id) => id !== '' && chooseGame(id)}
    />
  );
}

function ItsOwnGame({ name, isThere }: { name: string; isThere: boolean }) {
  return (
    <Button small kind="quiet" onClick={useItsOwnGame}>
      {isThere ? t('Use {game}', { game: name }) : t('Create {game} there', { game: name })}
    </Button>
  );
}

function Namespaces({ to, hash }: Pick<Ends, 'to'> & { hash: string | undefined }) {
  const hashes = useHashes(to);
  const options = to.namespaces.map((one) => ({
    value: one.id,
    title: one.name,
    tag: one.isProtected ? <Tag text={t('Protected')} isLocked /> : undefined,
    text: formatNamespace(one, hashes[one.version_id ?? ''], hash),
  }));
  return (
    <section data-choice="namespace">
      <h3>
        {t('Namespace')} <span>{t('nothing is chosen beforehand')}</span>
      </h3>
      <ChoiceCards
        label={t('Namespace')}
        value={to.namespace?.id}
        options={options}
        onValue={(namespace) => choosePromotion({ namespace })}
        onEnter={(namespace, at) => {
          choosePromotion({ namespace });
          focusDecision(
            at,
            to.namespaces.filter(isGuarded).some(({ id }) => id === namespace),
          );
        }}
      />
    </section>
  );
}

/** The same hash is the same bytes. */
function formatNamespace({ runs, isProtected }: NamespaceChoice, own: string | undefined, hash: string | undefined) {
  const values = { version: runs ?? '', hash: own === undefined ? '' : shortHash(own) };
  const known = own === hash ? t('Runs {version} now, {hash}: the same bytes.', values) : undefined;
  const runsText = own === undefined ? t('Runs {version} now.', values) : t('Runs {version} now, {hash}.', values);
  const now = runs === undefined ? t('Nobody plays there yet.') : (own !== undefined && known) || runsText;
  return isProtected ? `${now} ${t('You will be asked to type its name.')}` : now;
}

function Tag({ text, isLocked = false }: { text: string; isLocked?: boolean }) {
  return (
    <span data-slot="tag" className={tagStyles.tag}>
      {isLocked && <Icon name="lock" size={12} />}
      {text}
    </span>
  );
}

/** What is still to be chosen. */
export function Missing({ text }: { text: string }) {
  return (
    <p className={`${sheetStyles.unknown} ${sheetStyles.part}`} role="status">
      {text}.
    </p>
  );
}
