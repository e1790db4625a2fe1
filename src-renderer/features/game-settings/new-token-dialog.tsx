// Makes a token, and shows its secret this once, with the block that a tool needs.
import { useState } from 'react';
import { z } from 'zod';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { nameRefusal } from '../../ui/name-problems.ts';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { EnvView } from './env-view.tsx';
import styles from './game-settings.module.css';
import { createToken, type GamePlace } from './game-settings-actions.ts';
import { requestedScope, TokenScopeFields, tokenScope, usualScope } from './new-token-scope.tsx';

const { useDraft } = createDrafts('new-token', z.object({ name: z.string(), scope: tokenScope }));
const empty = { name: '', scope: usualScope };

type Made = { token: string; namespace_id: string | undefined };
type Props = {
  open: boolean;
  place: GamePlace;
  game: GameFull;
  url: string;
  /** Whether the instance makes tokens that may do less than all, and expire. */
  hasLimits: boolean;
  onMade: () => void;
  onClose: () => void;
};

/** Closing it forgets the secret, so neither Escape nor a press outside closes it while that is shown or on its way. */
export function NewTokenDialog({ open, onClose, ...rest }: Props) {
  const [isFirm, setFirm] = useState(false);
  const close = () => {
    setFirm(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t('Create a token')}
      text={t('The token is shown only once. Slipway stores no copy that could be read later.')}
      wide
      firm={isFirm}
    >
      <Content {...rest} onFirm={setFirm} onClose={close} />
    </Dialog>
  );
}

type ContentProps = Omit<Props, 'open'> & { onFirm: (isFirm: boolean) => void };

function Content({ place, game, url, hasLimits, onFirm, onMade, onClose }: ContentProps) {
  const [made, setMade] = useState<Made>();
  if (made !== undefined) return <Secret made={made} game={game} url={url} onClose={onClose} />;
  return (
    <Form
      place={place}
      game={game}
      hasLimits={hasLimits}
      onFirm={onFirm}
      onClose={onClose}
      onMade={(next) => {
        setMade(next);
        onMade();
      }}
    />
  );
}

type FormProps = Omit<ContentProps, 'url' | 'onMade'> & { onMade: (made: Made) => void };

function Form({ place, game, hasLimits, onFirm, onMade, onClose }: FormProps) {
  const kept = useDraft(game.game_id, empty);
  const { name, scope } = kept.draft;
  const request = requestedScope(scope, hasLimits);
  const send = async () => {
    onFirm(true);
    try {
      const token = await createToken(place, { name: name.trim(), ...request });
      onMade({ token, namespace_id: request.namespace_id });
      return undefined;
    } catch (thrown) {
      onFirm(false);
      return nameRefusal(asAppError(thrown), t('No token was created.'));
    }
  };
  const { submit, isBusy, problem, change, cancel } = useDraftForm(kept, { send, close: onClose });
  return (
    <form noValidate onSubmit={submit}>
      <div className={classNames(styles.form, dialogStyles.body)}>
        <Field
          label={t('Name')}
          name="token_name"
          value={name}
          placeholder={t('CI')}
          hint={t('Helps you recognize it later.')}
          errors={problem?.name ?? []}
          onValue={(next) => change({ name: next, scope })}
        />
        <TokenScopeFields
          game={game}
          hasLimits={hasLimits}
          scope={scope}
          onScope={(next) => change({ name, scope: next })}
        />
        {problem?.whole !== undefined && (
          <InlineError title={t('The token could not be created')}>{problem.whole}</InlineError>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button disabledReason={isBusy ? t('The token is being created') : undefined} onClick={cancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('Create token')}
        </Button>
      </div>
    </form>
  );
}

type SecretProps = Pick<Props, 'game' | 'url' | 'onClose'> & { made: Made };

function Secret({ made, game, url, onClose }: SecretProps) {
  return (
    <>
      <div className={classNames(styles.form, dialogStyles.body)}>
        <div className={styles.secret}>
          <code className={classNames(shared.mono, shared.selectable)}>{made.token}</code>
          <CopyButton text={made.token} label={t('Copy the token')} />
        </div>
        <p className={classNames(shared.small, shared.wait)}>{t('Copy it now: it is not shown again.')}</p>
        <EnvView facts={{ url, game_id: game.game_id, namespace_id: made.namespace_id, token: made.token }} />
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="primary" onClick={onClose}>
          {t('Close, it is copied')}
        </Button>
      </div>
    </>
  );
}
