// What happens to running servers, on the switch sheet: both outcomes beside each other, with what each means now.
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import { t } from '../../text/t.ts';
import { drainWords, type SwitchImpact, stopWords } from './switch-impact.ts';
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
  if (hosting === null) return <p className="sheet-unknown sheet-part">{why}</p>;
  const value = chosen ?? hosting.on_version_switch;
  const options = [
    { way: 'drain', title: t('Let matches finish'), text: drainWords(impact, to, hosting) },
    { way: 'stop', title: t('Stop servers now'), text: stopWords(impact) },
  ] as const;
  return (
    <section>
      <RadioGroup
        className="choice"
        aria-label={t('Running servers')}
        value={value}
        onValueChange={(next) => onChoose(next === 'stop' ? 'stop' : 'drain')}
      >
        {options.map(({ way, title, text }) => (
          <Radio.Root key={way} value={way} className="opt" nativeButton render={<button type="button" />}>
            <span className="radio" aria-hidden="true" />
            <b>{title}</b>
            <span className="opt-text">{text}</span>
          </Radio.Root>
        ))}
      </RadioGroup>
      {value !== hosting.on_version_switch && (
        <p className="small dim hit-note">
          {t('{name} does so at later switches as well, until its settings say otherwise.', { name })}
        </p>
      )}
    </section>
  );
}
