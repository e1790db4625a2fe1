// The foot of the switch sheet: the name to type where it is protected, and the button that says the whole decision.
import type { FormEvent, RefObject } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import { firstVersion } from '../../../src-shared/versions/first-version.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { requestPromotion } from '../../routes/promote-request.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmNameField } from '../../ui/confirm-name-field.tsx';
import sheetStyles from '../../ui/sheet.module.css';
import sheetFactsStyles from '../../ui/sheet-facts.module.css';
import { useInstances } from '../instances/instances-store.ts';
import { versionName } from './namespaces-selectors.ts';
import { type NamespacePlace, type Restore, useNamespaces } from './namespaces-store.ts';
import { runSwitch } from './switch-actions.ts';
import { useSwitchFacts } from './switch-store.ts';
import { type SwitchDraft, whyCannotSwitch } from './why-cannot-switch.ts';

type Props = {
  instance: InstanceView;
  game: GameFull;
  place: NamespacePlace;
  draft: SwitchDraft;
  isProtected: boolean;
  isRollBack: boolean;
  /** Settings that come back with the version. */
  restore: Restore | undefined;
  cancel: RefObject<HTMLButtonElement | null>;
  submit: RefObject<HTMLButtonElement | null>;
  onDraft: (change: Partial<SwitchDraft>) => void;
  onClose: () => void;
};

/** Enter in the field presses the button, once the name fits. */
export function SwitchFoot(props: Props) {
  const { instance, game, place, draft, isProtected, isRollBack, restore, cancel, submit, onDraft, onClose } = props;
  const isBusy = useNamespaces((state) => state.attempt?.state === 'busy');
  const { namespace_id } = place;
  const name = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.name_id ?? '';
  const off = whyCannotSwitch(draft, { instance, game, namespace_id, isProtected, restores: restore !== undefined });
  const isSameVersion = draft.version_id === draft.from;
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (off !== undefined || isBusy || draft.version_id === undefined) return;
    const confirm = isProtected ? draft.typed : undefined;
    const both = settingsOf(draft, restore);
    void runSwitch({ place, version_id: draft.version_id, from: draft.from, confirm, ...both });
  };
  return (
    <form className={sheetStyles.foot} noValidate onSubmit={press}>
      <div className={sheetFactsStyles.confirm}>
        {isProtected ? (
          <ConfirmNameField name={name} typed={draft.typed} onTyped={(typed) => onDraft({ typed })} />
        ) : (
          <span className={shared.grow} />
        )}
        <Button ref={cancel} onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button ref={submit} type="submit" kind="primary" busy={isBusy} disabledReason={isBusy ? undefined : off}>
          <span className={shared.ellipsis}>{decisionOf(game, name, draft, isRollBack)}</span>
        </Button>
      </div>
      {!isSameVersion && draft.from !== firstVersion(game)?.version_id && (
        <Hint game={game} place={place} from={draft.from} />
      )}
    </form>
  );
}

function Hint({ game, place, from }: { game: GameFull; place: NamespacePlace; from: string }) {
  return (
    <p className={sheetFactsStyles.rollbackHint}>
      <Icon name="undo" size={14} />
      <span>
        {t('Roll back at any time from the lane. {version} stays stored, so nothing is uploaded again.', {
          version: versionName(game, from),
        })}
      </span>
      <span className={shared.grow} />
      <FromElsewhere place={place} />
    </p>
  );
}

function decisionOf(game: GameFull, name: string, { version_id, from }: SwitchDraft, isRollBack: boolean): string {
  if (version_id === undefined) return t('Switch');
  if (version_id === from) return t('Bring back settings of {name}', { name });
  const version = versionName(game, version_id);
  return isRollBack
    ? t('Roll back {name} to {version}', { name, version })
    : t('Switch {name} to {version}', { name, version });
}

/** For a version that this instance may not have yet. */
function FromElsewhere({ place }: { place: NamespacePlace }) {
  const isAlone = useInstances((state) => (state.instances?.length ?? 0) < 2);
  if (isAlone) return null;
  const { instance_id: toInstance, game_id: toGame } = place;
  return (
    <Button small kind="quiet" onClick={() => requestPromotion({ toInstance, toGame })}>
      {t('Promote a different version')}
    </Button>
  );
}

/** What is set before the switch, and how that was until then. */
function settingsOf(draft: SwitchDraft, restore: Restore | undefined) {
  const present = presentHosting();
  const hosting = changedHosting(draft, restore, present);
  return {
    settings: { hosting, limits: restore?.limits?.before },
    before: { hosting: restore?.hosting?.after ?? (hosting && present), limits: restore?.limits?.after },
  };
}

function presentHosting(): HostingPolicy | undefined {
  const { settings } = useSwitchFacts.getState();
  return (settings.state === 'read' ? settings.value.hosting : null) ?? undefined;
}

/** Set before the switch, where they differ from those of the namespace: those that come back, and the end that was chosen for its servers. */
function changedHosting(
  draft: SwitchDraft,
  restore: Restore | undefined,
  present: HostingPolicy | undefined,
): HostingPolicy | undefined {
  const hosting = restore?.hosting?.before ?? present;
  if (hosting === undefined) return undefined;
  const { onSwitch = hosting.on_version_switch } = draft;
  if (restore?.hosting === undefined && onSwitch === hosting.on_version_switch) return undefined;
  return { ...hosting, on_version_switch: onSwitch };
}
