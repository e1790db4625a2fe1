// What happens to running servers, on the switch sheet: both outcomes beside each other, with what each means now.
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { classNames } from '../../ui/class-names.ts';
import sheetStyles from '../../ui/sheet.module.css';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
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
  const loaded = useSwitchFacts((state) => state.settings);
  if (loaded.state === 'reading') return null;
  if (loaded.state === 'failed')
    return (
      <p className={classNames(sheetStyles.unknown, sheetStyles.part)}>
        {t('What happens to running servers is not known. {why}', { why: loaded.why })}
      </p>
    );
  const { hosting, why_no_hosting: why } = loaded.value;
  if (hosting === null) return <p className={classNames(sheetStyles.unknown, sheetStyles.part)}>{translate(why)}</p>;
  const value = chosen ?? hosting.on_version_switch;
  const options = [
    { value: 'drain', title: t('Let matches finish'), text: formatDrain(impact, to, hosting) },
    { value: 'stop', title: t('Stop servers now'), text: formatStop(impact) },
  ] as const;
  return (
    <section>
      <ChoiceCards label={t('Running servers')} value={value} options={options} onValue={onChoose} />
      {value !== hosting.on_version_switch && (
        <p className={classNames(shared.small, shared.dim, sheetFactsStyles.affectedNote)}>
          {t('{name} does so at later switches as well, until its settings say otherwise.', { name })}
        </p>
      )}
    </section>
  );
}
