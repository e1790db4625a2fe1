// The first port that Local tries. It is checked while typing has paused, and takes effect with its button.
import { type FormEvent, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { changeSettings } from './settings-actions.ts';
import { readPort } from './settings-selectors.ts';

type Props = { port: number; local: InstanceView | undefined };

/** `port` is the one set now. */
export function PortField({ port, local }: Props) {
  const [text, setText] = useState(String(port));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readPort(text);
    if ('error' in read) {
      setError(read.error);
      return;
    }
    setBusy(true);
    await changeSettings({ service_port: read.port });
    setBusy(false);
  };
  const changed = text.trim() !== String(port);
  return (
    <form className="setting" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h3>{t('Port')}</h3>
        <p>{t('Local restarts on it. If it is taken, the next free one of the 19 after it is used.')}</p>
        <PortInUse port={port} local={local} />
      </div>
      <div className="setting-port">
        <Field
          label={t('Service port')}
          name="service_port"
          className="mono"
          inputMode="numeric"
          maxLength={5}
          value={text}
          errors={error === undefined ? [] : [error]}
          onValue={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
        <Button type="submit" busy={busy} offReason={changed ? undefined : t('This port is set already')}>
          {t('Set port')}
        </Button>
      </div>
    </form>
  );
}

function PortInUse({ port, local }: Props) {
  if (local?.port === undefined || local.port === port) return null;
  return (
    <p className="wait">
      {t('Local listens on {port} now, because {taken} was taken when it started.', { port: local.port, taken: port })}
    </p>
  );
}
