// The ports of a new server, one row each.
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import type { PortDraft } from './create-server-form.ts';

const MOST = 8;
const protocols = ['udp', 'tcp', 'tcp_tls', 'http', 'https'].map((value) => ({ value, label: value.toUpperCase() }));
const routings = [
  { value: 'game_guard', label: 'Game guard' },
  { value: 'host', label: 'Host' },
] as const;

type Props = {
  ports: readonly PortDraft[];
  errors: readonly string[] | undefined;
  onPorts: (ports: readonly PortDraft[]) => void;
};

/** Without any, the version and its slipway.json say which ports there are. */
export function PortFields({ ports, errors = [], onPorts }: Props) {
  const set = (at: number, change: Partial<PortDraft>) =>
    onPorts(ports.map((port, each) => (each === at ? { ...port, ...change } : port)));
  const add = () => {
    const name = ports.length === 0 ? 'game' : `port${ports.length + 1}`;
    onPorts([...ports, { name, protocol: 'udp', internal: '', routing: 'game_guard' }]);
  };
  return (
    <fieldset className="field port-fields">
      <legend className="field-label">Ports</legend>
      {ports.map((port, at) => (
        <PortField
          // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else that stays while its name is typed
          key={at}
          number={at + 1}
          port={port}
          onChange={(change) => set(at, change)}
          onRemove={() => onPorts(ports.filter((_, each) => each !== at))}
        />
      ))}
      {errors.map((error) => (
        <p key={error} className="field-error bad">
          {error}
        </p>
      ))}
      {ports.length === 0 && (
        <p className="field-hint">None here: those of the version and of its slipway.json count.</p>
      )}
      {ports.length < MOST && (
        <Button small icon="plus" onClick={add}>
          Add a port
        </Button>
      )}
    </fieldset>
  );
}

type PortProps = {
  number: number;
  port: PortDraft;
  onChange: (change: Partial<PortDraft>) => void;
  onRemove: () => void;
};

function PortField({ number, port, onChange, onRemove }: PortProps) {
  return (
    <div className="port-field">
      <input
        className="input"
        aria-label={`Name of port ${number}`}
        value={port.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Select
        label={`Protocol of port ${number}`}
        value={port.protocol}
        options={protocols}
        onValue={(protocol) => onChange({ protocol })}
      />
      <input
        className="input"
        aria-label={`Internal number of port ${number}`}
        inputMode="numeric"
        placeholder="any number"
        value={port.internal}
        onChange={({ target }) => onChange({ internal: target.value })}
      />
      <Select
        label={`Routing of port ${number}`}
        value={port.routing}
        options={routings}
        onValue={(routing) => onChange({ routing })}
      />
      <IconButton icon="x" label={`Remove port ${number}`} onClick={onRemove} />
    </div>
  );
}
