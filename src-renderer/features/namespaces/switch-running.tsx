// What happens to running servers, on the switch sheet: both outcomes beside each other, with what each means now.
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import { t, translate } from '../../text/t.ts';
import { Radios } from '../../ui/radios.tsx';
import { formatDrain, formatStop, type SwitchImpact } from './switch-impact.ts';
import { useSwitchFacts } from './switch-store.ts';

/** Either way to end running servers. */
export type OnSwitch = HostingPolicy['on_version_switch'];

type Props = {
  impact: SwitchImpact;
  to: string;
  name: string;
  chosen: OnSwitch | undefined;
  onChoose: (way: OnSwitch) => void;
};

/** Starts on what the namespace does by its settings. */
export function RunningServers({ impact, to, name, chosen, onChoose }: Props) {
  const asked = useSwitchFacts((state) => state.settings);
  if (asked.state === 'reading') return null;
  if (asked.state === 'failed')
    return (
      <p className="sheet-unknown sheet-part">
        {t('What happens to running servers is not known. {why}', { why: asked.why })}
      </p>
    );
  const { hosting, why_no_hosting: why } = asked.value;
  if (hosting === null) return <p className="sheet-unknown sheet-part">{translate(why)}</p>;
  const value = chosen ?? hosting.on_version_switch;
  const options = [
    { value: 'drain', content: <Way title={t('Let matches finish')} text={formatDrain(impact, to, hosting)} /> },
    { value: 'stop', content: <Way title={t('Stop servers now')} text={formatStop(impact)} /> },
  ] as const;
  return (
    <section>
      <Radios
        label={t('Running servers')}
        className="choice"
        optionClass="opt"
        value={value}
        options={options}
        onValue={onChoose}
      />
      {value !== hosting.on_version_switch && (
        <p className="small dim hit-note">
          {t('{name} does so at later switches as well, until its settings say otherwise.', { name })}
        </p>
      )}
    </section>
  );
}

function Way({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className="radio" aria-hidden="true" />
      <b>{title}</b>
      <span className="opt-text">{text}</span>
    </>
  );
}
