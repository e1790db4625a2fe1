// Asks for the name of a protected namespace before a server of it is ended.
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

/** What is to be done, as its button says it. */
export type Ending = 'Stop gracefully' | 'Kill' | 'Restart';

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
      title={`${namespace} is protected`}
      text={`People may play on ${serverName}. Type the name of the namespace to go on.`}
    >
      <Form ending={ending} serverName={serverName} namespace={namespace} onConfirm={onConfirm} onClose={onClose} />
    </Dialog>
  );
}

const verbs: Record<Ending, string> = { 'Stop gracefully': 'Stop', Kill: 'Kill', Restart: 'Restart' };

function Form({ ending, serverName, namespace, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const off = typed === namespace ? undefined : `Type ${namespace} first`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off === undefined) onConfirm(typed);
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="dialog-body">
        <Field label={`Type ${namespace} to confirm`} name="confirm" value={typed} onValue={setTyped} />
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="bad" offReason={off}>
          {ending === undefined ? 'Go on' : verbs[ending]} {serverName}
        </Button>
      </div>
    </form>
  );
}
