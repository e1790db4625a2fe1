// The settings of a namespace: whether it is protected, the matchmaker's limits, and how it keeps its servers.

import { useEffect, useState } from 'react';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './namespace-forms.module.css';
import { protectNamespace, readSettings } from './namespace-settings-actions.ts';
import type { NamespacePlace } from './namespaces-store.ts';
import { NamespaceSettingsForm } from './settings-fields.tsx';
import { followServersOf } from './switch-facts-actions.ts';

type Props = { open: boolean; onClose: () => void; instance: InstanceView; game: GameFull; place: NamespacePlace };

/** What is typed waits for its button; the protection takes effect at once. */
export function NamespaceSettingsDialog({ open, onClose, instance, game, place }: Props) {
  const { settings, failure, again } = useSettingsOf(place);
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === place.namespace_id);
  const name = namespace?.name_id ?? t('a deleted namespace');
  const locked = isProtected(instance, place);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('Settings of {name}', { name })} wide>
      <div className={styles.protect}>
        <div className={shared.grow}>
          <h3>{t('Protected')}</h3>
          <p>
            {t(
              'Asks for its name before a switch or a change made by Slipway on this computer, where dropped builds are only uploaded. Other computers are not asked. Saved at once.',
            )}
          </p>
        </div>
        <Switch label={t('Protected')} on={locked} onChange={(next) => void protectNamespace(place, next)} />
      </div>
      {failure !== undefined && (
        <div className={dialogStyles.body}>
          <InlineError
            title={t('The settings could not be read')}
            actions={
              <Button small onClick={again}>
                {t('Reload')}
              </Button>
            }
          >
            {failure}
          </InlineError>
        </div>
      )}
      {settings === undefined ? (
        failure === undefined && <Loading />
      ) : (
        <NamespaceSettingsForm
          instance={instance}
          place={place}
          name={name}
          settings={settings}
          onClose={onClose}
          isProtected={locked}
          onSaved={again}
        />
      )}
    </Dialog>
  );
}

function Loading() {
  return (
    <div className={dialogStyles.body} aria-busy="true">
      <div className={shared.loadingBlock} aria-hidden="true" />
    </div>
  );
}

function useSettingsOf({ instance_id, game_id, namespace_id }: NamespacePlace) {
  const [settings, setSettings] = useState<NamespaceSettings>();
  const [failure, setFailure] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      try {
        const found = await readSettings({ instance_id, game_id, namespace_id });
        if (isGone) return;
        setSettings(found);
        setFailure(undefined);
      } catch (thrown) {
        if (!isGone) setFailure(asAppError(thrown).message);
      }
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [instance_id, game_id, namespace_id, turn]);
  useEffect(() => followServersOf({ instance_id, game_id, namespace_id }), [instance_id, game_id, namespace_id]);
  return { settings, failure, again: () => setTurn((now) => now + 1) };
}
