// The foot of the switch sheet: the name to type where it is protected, and the button that says the whole decision.
import { type FormEvent, type RefObject, useId } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { HostingPolicy } from '../../../src-shared/service/namespaces.ts';
import { Icon } from '../../design/icons.tsx';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { Button } from '../../ui/button.tsx';
import { versionName } from './namespaces-selectors.ts';
import { type NamespacePlace, useNamespaces } from './namespaces-store.ts';
import { runSwitch } from './switch-actions.ts';
import { type SwitchDraft, switchOff } from './switch-selectors.ts';
import { useSwitchFacts } from './switch-store.ts';

type Props = {
  instance: InstanceView;
  game: GameFull;
  place: NamespacePlace;
  draft: SwitchDraft;
  isProtected: boolean;
  cancel: RefObject<HTMLButtonElement | null>;
  submit: RefObject<HTMLButtonElement | null>;
  onDraft: (change: Partial<SwitchDraft>) => void;
  onClose: () => void;
};

/** Enter in the field presses the button, once the name fits. */
export function SwitchFoot(props: Props) {
  const { instance, game, place, draft, isProtected, cancel, submit, onDraft, onClose } = props;
  const isBusy = useNamespaces((state) => state.attempt?.state === 'busy');
  const { namespaceId } = place;
  const name = game.namespaces.find(({ namespace_id: id }) => id === namespaceId)?.name_id ?? '';
  const off = switchOff(draft, { instance, game, namespaceId, isProtected });
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (off !== undefined || isBusy || draft.versionId === undefined) return;
    const confirm = isProtected ? draft.typed : undefined;
    const hosting = changedHosting(draft);
    void runSwitch({ place, versionId: draft.versionId, from: draft.from, confirm, hosting });
  };
  const decision = draft.versionId === undefined ? 'Switch' : `Switch ${name} to ${versionName(game, draft.versionId)}`;
  return (
    <form className="sheet-foot" noValidate onSubmit={press}>
      <div className="confirm">
        {isProtected ? (
          <Confirm name={name} typed={draft.typed} onTyped={(typed) => onDraft({ typed })} />
        ) : (
          <span className="grow" />
        )}
        <Button ref={cancel} onClick={onClose}>
          Cancel
        </Button>
        <Button ref={submit} type="submit" kind="primary" busy={isBusy} offReason={isBusy ? undefined : off}>
          <span className="cut">{decision}</span>
        </Button>
      </div>
      <p className="rollhint">
        <Icon name="undo" size={14} />
        <span>
          Roll back at any time from the lane. {versionName(game, draft.from)} stays stored, so nothing is uploaded
          again.
        </span>
      </p>
    </form>
  );
}

/** Set before the switch, where another end was chosen for running servers than the namespace would give them. */
function changedHosting({ onSwitch }: SwitchDraft): HostingPolicy | undefined {
  const { settings } = useSwitchFacts.getState();
  const hosting = settings.state === 'read' ? settings.value.hosting : null;
  if (hosting === null || onSwitch === undefined || onSwitch === hosting.on_version_switch) return undefined;
  return { ...hosting, on_version_switch: onSwitch };
}

type ConfirmProps = { name: string; typed: string; onTyped: (typed: string) => void };

function Confirm({ name, typed, onTyped }: ConfirmProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="grow">
        Type <b className="mono">{name}</b> to confirm
      </label>
      <span className="input input-wrap confirm-input">
        <input
          id={id}
          className="mono"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onTyped(target.value)}
        />
        {typed === name && <StateGlyph state="done" />}
      </span>
    </>
  );
}
