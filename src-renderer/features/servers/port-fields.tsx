// The ports of a new server, one row each.
import { useId } from 'react';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import type { PortDraft } from './create-server-form.ts';
import styles from './port-fields.module.css';

const MOST = 8;
const protocols = ['udp', 'tcp', 'tcp+udp', 'tcp_tls', 'http', 'https'].map((value) => ({
  value,
  label: value.toUpperCase(),
}));
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
    <fieldset data-slot="field" className={classNames(fieldStyles.field, styles.ports)}>
      <legend data-slot="field-label" className={fieldStyles.label}>
        {t('Ports')}
      </legend>
      {ports.length > 0 && <Heads />}
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
            <p key={error} data-slot="field-error" className={classNames(fieldStyles.error, shared.bad)}>
              {error}
            </p>
          ))}
        </div>
      )}
      {ports.length === 0 && (
        <p data-slot="field-hint" className={fieldStyles.hint}>
          {t('None set here: the ports of the version and its slipway.json are used.')}
        </p>
      )}
      {ports.length < MOST && (
        <Button small icon="plus" onClick={add}>
          {t('Add a port')}
        </Button>
      )}
    </fieldset>
  );
}

/** For the eye: each field has a name of its own, with the number of its port. */
function Heads() {
  const heads = [t('Name'), t('Protocol'), t('Internal number'), t('Routing')];
  return (
    <div className={classNames(styles.port, styles.heads)} aria-hidden="true">
      {heads.map((head) => (
        <span key={head}>{head}</span>
      ))}
    </div>
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
    <div data-slot="port-field" className={styles.port}>
      <input
        data-slot="input"
        className={fieldStyles.input}
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
        data-slot="input"
        className={fieldStyles.input}
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
