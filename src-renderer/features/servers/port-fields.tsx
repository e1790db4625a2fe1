// The ports of a new server, one row each.

import { useId } from 'react';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import type { PortDraft } from './create-server-form.ts';

const MOST = 8;
const protocols = ['udp', 'tcp', 'tcp_tls', 'http', 'https'].map((value) => ({ value, label: value.toUpperCase() }));
const routings = () =>
  [
    { value: 'game_guard', label: t('Game guard') },
    { value: 'host', label: t('Host') },
  ] as const;

type Props = {
  ports: readonly PortDraft[];
  errors: readonly string[] | undefined;
  onPorts: (ports: readonly PortDraft[]) => void;
};

/** Without any, the version and its slipway.json say which ports there are. */
export function PortFields({ ports, errors = [], onPorts }: Props) {
  const id = useId();
  const wrong = errors.length > 0 ? `${id}-wrong` : undefined;
  const set = (at: number, change: Partial<PortDraft>) =>
    onPorts(ports.map((port, each) => (each === at ? { ...port, ...change } : port)));
  const add = () => {
    const name = ports.length === 0 ? 'game' : `port${ports.length + 1}`;
    onPorts([...ports, { name, protocol: 'udp', internal: '', routing: 'game_guard' }]);
  };
  return (
    <fieldset className="field port-fields">
      <legend className="field-label">{t('Ports')}</legend>
      {ports.map((port, at) => (
        <PortField
          // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else that stays while its name is typed
          key={at}
          number={at + 1}
          port={port}
          wrong={wrong}
          onChange={(change) => set(at, change)}
          onRemove={() => onPorts(ports.filter((_, each) => each !== at))}
        />
      ))}
      {wrong !== undefined && (
        <div id={wrong} role="alert">
          {errors.map((error) => (
            <p key={error} className="field-error bad">
              {error}
            </p>
          ))}
        </div>
      )}
      {ports.length === 0 && (
        <p className="field-hint">{t('None here: those of the version and of its slipway.json count.')}</p>
      )}
      {ports.length < MOST && (
        <Button small icon="plus" onClick={add}>
          {t('Add a port')}
        </Button>
      )}
    </fieldset>
  );
}

type PortProps = {
  number: number;
  port: PortDraft;
  /** Where it stands what is wrong with the ports. */
  wrong: string | undefined;
  onChange: (change: Partial<PortDraft>) => void;
  onRemove: () => void;
};

function PortField({ number, port, wrong, onChange, onRemove }: PortProps) {
  const tied = { 'aria-describedby': wrong, 'aria-invalid': wrong !== undefined };
  return (
    <div className="port-field">
      <input
        className="input"
        spellCheck={false}
        aria-label={t('Name of port {number}', { number })}
        value={port.name}
        {...tied}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Select
        label={t('Protocol of port {number}', { number })}
        value={port.protocol}
        options={protocols}
        onValue={(protocol) => onChange({ protocol })}
      />
      <input
        className="input"
        aria-label={t('Internal number of port {number}', { number })}
        inputMode="numeric"
        spellCheck={false}
        placeholder={t('any number')}
        value={port.internal}
        {...tied}
        onChange={({ target }) => onChange({ internal: target.value })}
      />
      <Select
        label={t('Routing of port {number}', { number })}
        value={port.routing}
        options={routings()}
        onValue={(routing) => onChange({ routing })}
      />
      <IconButton icon="x" label={t('Remove port {number}', { number })} onClick={onRemove} />
    </div>
  );
}
