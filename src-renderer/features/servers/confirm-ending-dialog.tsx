// Asks before a server is ended that somebody plays on, and for the name of a protected namespace.
import { type FormEvent, useState } from 'react';
import { plural, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { whyUnconfirmed } from '../../ui/confirm-name.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { Ending } from './servers-store.ts';

type Props = {
  /** What waits for an answer; undefined when nothing does. */
  ending: Ending | undefined;
  serverName: string;
  /** How many play on it. */
  players: number;
  /** The protected namespace that it is of. */
  locked: string | undefined;
  onConfirm: (typed: string | undefined) => void;
  onClose: () => void;
};

/** Where a name is asked for, the button is off until that fits exactly. */
export function EndingDialog({ ending, serverName, players, locked, onConfirm, onClose }: Props) {
  const act = ending === undefined ? t('Continue') : verbs[ending](serverName);
  const thrownOut =
    players === 0
      ? undefined
      : plural(
          players,
          '{n} player is on it and will be disconnected.',
          '{n} players are on it and will be disconnected.',
        );
  return (
    <Dialog
      open={ending !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={locked === undefined ? act : t('{namespace} is protected', { namespace: locked })}
      text={locked === undefined ? thrownOut : formatLocked(serverName, thrownOut)}
    >
      <Form act={act} locked={locked} onConfirm={onConfirm} onClose={onClose} />
    </Dialog>
  );
}

function formatLocked(server: string, thrownOut: string | undefined): string {
  if (thrownOut === undefined) {
    return t('People may be playing on {server}. Type the name of the namespace to continue.', { server });
  }
  return t('{players} Type the name of the namespace to continue.', { players: thrownOut });
}

const verbs: Record<Ending, (name: string) => string> = {
  Stop: (name) => t('Stop {name}', { name }),
  Kill: (name) => t('Kill {name}', { name }),
  Restart: (name) => t('Restart {name}', { name }),
};

function Form({ act, locked, onConfirm, onClose }: Pick<Props, 'locked' | 'onConfirm' | 'onClose'> & { act: string }) {
  const [typed, setTyped] = useState('');
  const off = locked === undefined ? undefined : whyUnconfirmed(typed, locked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off === undefined) onConfirm(locked === undefined ? undefined : typed);
  };
  return (
    <form noValidate onSubmit={submit}>
      {locked !== undefined && (
        <div className={dialogStyles.body}>
          <Field
            label={t('Type {name} to confirm', { name: locked })}
            name="confirm"
            value={typed}
            onValue={setTyped}
          />
        </div>
      )}
      <div className={dialogStyles.foot}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="bad" disabledReason={off}>
          {act}
        </Button>
      </div>
    </form>
  );
}
