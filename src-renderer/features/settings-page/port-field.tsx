// The first port that Local tries. It is checked while typing has paused, and takes effect with its button.
import { z } from 'zod';
import type { LocalView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import { askToEndServers } from '../instances/instances-actions.ts';
import { Setting } from '../settings/setting.tsx';
import styles from '../settings/settings.module.css';
import { changeSettings } from '../settings/settings-actions.ts';
import { readPort } from '../settings/settings-selectors.ts';

const { useDraft } = createDrafts('port', z.string());

type Props = { port: number; local: LocalView | undefined };

/** `port` is the one set now. */
export function PortField({ port, local }: Props) {
  const { draft: text, type } = useDraft('port', String(port));
  const set = async () => {
    const read = readPort(text);
    if ('error' in read) return read.error;
    await askToEndServers(local, 'restart', () => changeSettings({ service_port: read.port }));
    return undefined;
  };
  const { submit, isBusy, problem, forget } = useSubmit(set);
  const changed = text.trim() !== String(port);
  return (
    <Setting
      title={t('Port')}
      text={t('Local restarts on this port. If it is taken, the next free one of the 19 after it is used.')}
      more={<PortInUse port={port} local={local} />}
      onSubmit={submit}
    >
      <div className={classNames(styles.withButton, styles.port)}>
        <Field
          label={t('Service port')}
          name="service_port"
          className={shared.mono}
          inputMode="numeric"
          value={text}
          errors={problem === undefined ? [] : [problem]}
          onValue={(next) => {
            type(next);
            forget();
          }}
        />
        <Button type="submit" busy={isBusy} disabledReason={changed ? undefined : t('This port is set already')}>
          {t('Set port')}
        </Button>
      </div>
    </Setting>
  );
}

/** The one set may have been taken, or another one asked for as Slipway was started. */
function PortInUse({ port, local }: Props) {
  if (local?.port === undefined || local.port === port) return null;
  return (
    <p className={settingsPageStyles.warning}>
      {t('Local listens on {port} now, not on {set}.', { port: local.port, set: port })}
    </p>
  );
}
