// Asks for the name of a protected namespace before a server of it is ended.
import { type FormEvent, useState } from 'react';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

/** What is to be done, as its button says it. */
export type Ending = 'Stop' | 'Kill' | 'Restart';

type Props = {
  /** What waits for the name; undefined when nothing does. */
  ending: Ending | undefined;
  serverName: string;
  namespace: string;
  onConfirm: (typed: string) => void;
  onClose: () => void;
};

/** The button is off until the name fits exactly. */
export function ProtectedDialog({ ending, serverName, namespace, onConfirm, onClose }: Props) {
  return (
    <Dialog
      open={ending !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('{namespace} is protected', { namespace })}
      text={t('People may be playing on {server}. Type the name of the namespace to continue.', { server: serverName })}
    >
      <Form ending={ending} serverName={serverName} namespace={namespace} onConfirm={onConfirm} onClose={onClose} />
    </Dialog>
  );
}

const verbs: Record<Ending, (name: string) => string> = {
  Stop: (name) => t('Stop {name}', { name }),
  Kill: (name) => t('Kill {name}', { name }),
  Restart: (name) => t('Restart {name}', { name }),
};

function Form({ ending, serverName, namespace, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const off = typed === namespace ? undefined : t('Type {name} first', { name: namespace });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off === undefined) onConfirm(typed);
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className={dialogStyles.body}>
        <Field
          label={t('Type {name} to confirm', { name: namespace })}
          name="confirm"
          value={typed}
          onValue={setTyped}
        />
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="bad" disabledReason={off}>
          {ending === undefined ? t('Continue') : verbs[ending](serverName)}
        </Button>
      </div>
    </form>
  );
}
