// Newer versions in the settings: whether Slipway asks for them, how it stands, and the next step.
import type { Settings } from '../../../src-shared/settings/bridge.ts';
import type { UpdateView } from '../../../src-shared/updates/bridge.ts';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import progressStyles from '../../ui/progress.module.css';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { Switch } from '../../ui/switch.tsx';
import { Setting } from '../settings/setting.tsx';
import { changeSettings } from '../settings/settings-actions.ts';
import { Notes } from './news-dialog.tsx';
import { openNews, takeStep } from './updates-actions.ts';
import { useUpdates } from './updates-store.ts';

/** Where Slipway cannot update itself, that is all it says. */
export function UpdateSettings({ settings }: { settings: Settings }) {
  const { update, news } = useUpdates();
  if (update === undefined) return null;
  return (
    <section aria-labelledby="updates-title">
      <h2 id="updates-title">{t('Updates')}</h2>
      {update.state !== 'unable' && (
        <Setting
          title={t('Check for updates automatically')}
          text={t('Once a day. When this is off, Slipway checks only when you ask.')}
        >
          <Switch
            label={t('Check for updates automatically')}
            on={settings.check_for_updates === true}
            onChange={(isOn) => void changeSettings({ check_for_updates: isOn })}
          />
        </Setting>
      )}
      <Setting title={t('Newer versions')} more={<p role="status">{translate(update.sentence)}</p>}>
        <div data-slot="setting-row" className={settingsPageStyles.row}>
          {news?.news != null && <Button onClick={openNews}>{t("What's new")}</Button>}
          <NextStep update={update} />
        </div>
        {update.notes !== undefined && update.notes.length > 0 && <Notes notes={update.notes} />}
      </Setting>
    </section>
  );
}

function NextStep({ update: { state, part } }: { update: UpdateView }) {
  switch (state) {
    case 'unable':
      return null;
    case 'found':
      return <Button onClick={() => void takeStep('updates.load')}>{t('Download')}</Button>;
    case 'loading':
      return (
        <progress
          data-slot="progress"
          className={progressStyles.progress}
          aria-label={t('Download of the update')}
          value={part ?? 0}
          max={1}
        />
      );
    case 'ready':
      return (
        <Button kind="primary" onClick={() => void takeStep('updates.install')}>
          {t('Restart and update')}
        </Button>
      );
    default:
      return (
        <Button busy={state === 'checking'} onClick={() => void takeStep('updates.check')}>
          {t('Check for updates')}
        </Button>
      );
  }
}
