// The names of a game. They are checked while they are typed, a moment after the last key, and set with the button.
import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { type NameProblems, nameProblemsOf } from '../../ui/name-problems.ts';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './game-settings.module.css';
import { checkGameNames, renameGame } from './game-settings-actions.ts';

const PAUSE_MS = 200;
const noProblems: NameProblems = { name: [], name_id: [] };
const names = createDrafts('game-name', z.string());
const nameIds = createDrafts('game-name-id', z.string());

type Props = { instance_id: string; game: GameFull; off: string | undefined };

/** What is typed stays, whatever the instance says to it, and whichever page is opened in between. */
export function NamesForm({ instance_id, game, off }: Props) {
  const { name, name_id, setName, setNameId, putBack, isSame } = useNames(game);
  const check = useCheck({ instance_id, game, name, name_id, isOff: off !== undefined || isSame });
  const rename = async () => {
    if (isSame || off !== undefined) return undefined;
    const found = await renameGame({ instance_id, game_id: game.game_id }, changed(game, name, name_id));
    if (found !== undefined) check.refuse(found);
    return found;
  };
  const { submit, isBusy } = useSubmit(rename);
  const { whole, ...errors } = check.problems;
  return (
    <form className={styles.names} noValidate onSubmit={submit}>
      <Field
        label={t('Name')}
        name="display_name"
        value={name}
        errors={errors.name}
        onValue={setName}
        hint={t('The name that people see.')}
      />
      <Field
        label={t('Name id')}
        name="name_id"
        value={name_id}
        errors={errors.name_id}
        onValue={setNameId}
        className={shared.mono}
        hint={t('Small letters, digits and hyphens. Tools that use the old one stop finding the game.')}
      />
      {whole !== undefined && <InlineError title={t('The names were not changed')}>{whole}</InlineError>}
      <div data-slot="setting-row" className={settingsPageStyles.row}>
        <Button type="submit" busy={isBusy} disabledReason={off ?? (isSame ? t('No changes to save') : undefined)}>
          {t('Save names')}
        </Button>
        {!isSame && (
          <Button kind="quiet" onClick={putBack}>
            {t('Reset')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useNames(game: GameFull) {
  const { draft: name, type: setName, release: putNameBack } = names.useDraft(game.game_id, game.display_name);
  const { draft: name_id, type: setNameId, release: putIdBack } = nameIds.useDraft(game.game_id, game.name_id);
  const isSame = name === game.display_name && name_id === game.name_id;
  const putBack = () => {
    putNameBack();
    putIdBack();
  };
  return { name, name_id, setName, setNameId, putBack, isSame };
}

/** Only what differs: a name id that is the game's own would count as taken. */
function changed(game: GameFull, name: string, name_id: string) {
  return {
    ...(name === game.display_name ? {} : { display_name: name }),
    ...(name_id === game.name_id ? {} : { name_id }),
  };
}

type Check = Pick<Props, 'instance_id' | 'game'> & { name: string; name_id: string; isOff: boolean };

/** An old answer never stands at newer names. */
function useCheck({ instance_id, game, name, name_id, isOff }: Check) {
  const of = `${name}\n${name_id}`;
  const [checked, setChecked] = useState({ ...noProblems, of: '' });
  const ownId = game.name_id;
  useEffect(() => {
    if (isOff) return undefined;
    let isOld = false;
    const ask = async () => {
      const errors = await checkGameNames(instance_id, {
        display_name: name,
        ...(name_id === ownId ? {} : { name_id }),
      });
      const key = `${name}\n${name_id}`;
      // What the instance said when they were set stays, though it was asked later.
      if (!isOld) setChecked((now) => (now.of === key ? now : { ...nameProblemsOf(errors), of: key }));
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [instance_id, ownId, name, name_id, isOff]);
  const problems: NameProblems = checked.of === of ? checked : noProblems;
  return { problems, refuse: (found: NameProblems) => setChecked({ ...found, of }) };
}
