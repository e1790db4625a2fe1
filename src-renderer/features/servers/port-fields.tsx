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
        // oxlint-disable-next-line react/no-array-index-key -- a row has nothing else that stays while its name is typed
        <div key={at} className="port-field">
          <input
            className="input"
            aria-label={`Name of port ${at + 1}`}
            value={port.name}
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <Select
            label={`Protocol of port ${at + 1}`}
            value={port.protocol}
            options={protocols}
            onValue={(protocol) => set(at, { protocol })}
          />
          <input
            className="input"
            aria-label={`Internal number of port ${at + 1}`}
            inputMode="numeric"
            placeholder="any number"
            value={port.internal}
            onChange={(event) => set(at, { internal: event.target.value })}
          />
          <Select
            label={`Routing of port ${at + 1}`}
            value={port.routing}
            options={routings}
            onValue={(routing) => set(at, { routing })}
          />
          <IconButton
            icon="x"
            label={`Remove port ${at + 1}`}
            onClick={() => onPorts(ports.filter((_, each) => each !== at))}
          />
        </div>
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
