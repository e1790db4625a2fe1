// How builds are sent: how fast all of them together, and how many parts side by side.
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import { t } from '../../text/t.ts';
import { Select } from '../../ui/select.tsx';
import { Setting } from '../settings/setting.tsx';
import settingsStyles from '../settings/settings.module.css';
import { changeSettings } from '../settings/settings-actions.ts';
import { LimitControl } from './limit-control.tsx';
import { roundRate } from './speed-graph.tsx';

/** An upload begins with so many when nobody says another number. */
const MOST = 8;

function counts() {
  return Array.from({ length: MOST }, (_, at) => {
    const n = at + 1;
    return {
      value: String(n),
      label: n === MOST ? t('Up to {n}, automatic', { n }) : t('At most {n}', { n }),
    };
  });
}

const rates = [1, 2, 5, 10, 20].map((megabytes) => megabytes * 1_000_000);

/** One that was written into the file of settings by hand is among them. */
function ratesWith(chosen: number) {
  const all = chosen === 0 || rates.includes(chosen) ? rates : [...rates, chosen].toSorted((a, b) => a - b);
  return [
    { value: '0', label: t('Full speed') },
    ...all.map((rate) => ({ value: String(rate), label: t('Limit to {rate}', { rate: roundRate(rate) }) })),
  ];
}

/** All are felt at once, by uploads under way too. */
export function TransferSettings({ settings }: { settings: Settings }) {
  return (
    <section aria-labelledby="transfers-title">
      <h2 id="transfers-title">{t('Transfers')}</h2>
      <Setting title={t('Upload speed')} text={t('For all uploads together. Without a limit they use the whole line.')}>
        <div className={settingsStyles.limit}>
          <LimitControl />
        </div>
      </Setting>
      <Setting
        title={t('While people play')}
        text={t('Uploads slow down while somebody plays on a server of this machine.')}
      >
        <Select
          label={t('While people play')}
          value={String(settings.slow_while_playing ?? 0)}
          options={ratesWith(settings.slow_while_playing ?? 0)}
          onValue={(rate) => void changeSettings({ slow_while_playing: Number(rate) })}
        />
      </Setting>
      <Setting
        title={t('Parallel parts')}
        text={t('Per upload. Use fewer on a weak connection; after failures there are fewer automatically.')}
      >
        <Select
          label={t('Parallel parts')}
          value={String(settings.upload_lanes ?? MOST)}
          options={counts()}
          onValue={(count) => void changeSettings({ upload_lanes: Number(count) })}
        />
      </Setting>
    </section>
  );
}
