// The switch sheet: from what to what, what changes, whom it meets, and the one button that repeats the decision.

import { useEffect, useRef, useState } from 'react';
import type { ChangedElsewhere } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { isProtected } from '../../../src-shared/instances/is-protected.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import type { Sentence } from '../../../src-shared/text/message.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { Sheet } from '../../ui/sheet.tsx';
import tagStyles from '../../ui/tag.module.css';
import { isOtherNamespace } from '../instances/in-namespace.ts';
import { instanceAddress, instanceGlyph } from '../instances/instances-selectors.ts';
import type { NamespacePlace, Restore } from './namespaces-store.ts';
import { switchChoice } from './roll-back-selectors.ts';
import { SwitchBody } from './switch-body.tsx';
import { compareFor, followSwitchFacts } from './switch-facts-actions.ts';
import { SwitchFoot } from './switch-foot.tsx';
import { useSwitchFacts } from './switch-store.ts';
import type { SwitchDraft } from './why-cannot-switch.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  instance: InstanceView;
  game: GameFull;
  place: NamespacePlace;
  version_id?: string | undefined;
  isRollBack?: boolean;
  note?: Sentence | undefined;
  restore?: Restore | undefined;
  changes: readonly ChangedElsewhere[];
};

/** Stays with the decision while things change under it, and asks again when they did. Enter decides only on what somebody chose. */
export function SwitchSheet(props: Props) {
  const { open, onClose, instance, game, place, version_id, changes, note } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const { namespace_id } = place;
  const { draft, set, lookAgain } = useSwitchDraft(game, namespace_id, version_id);
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  const name = namespace?.name_id ?? t('a deleted namespace');
  const asksName = isProtected(instance, place);
  // Somebody who chooses another version on it no longer goes back to the last good one.
  const isRollBack = props.isRollBack === true && draft.version_id === version_id;
  // Settings come back with the version of that moment alone.
  const restore = isRollBack ? props.restore : undefined;
  // Nothing of it would be told, and each part of the sheet would say so.
  const isTold = !isOtherNamespace(instance, namespace_id);
  useFacts(open && isTold && instance.state === 'connected', place, draft);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={titleOf(name, draft, isRollBack)}
      line={<Where instance={instance} />}
      tags={<Tags instance={instance} isProtected={asksName} />}
      initialFocus={asksName || version_id === undefined ? cancel : submit}
    >
      <SwitchBody
        instance={instance}
        game={game}
        place={place}
        name={name}
        isRollBack={isRollBack}
        note={isRollBack ? note : undefined}
        restore={restore}
        draft={draft}
        changes={changes}
        onDraft={set}
        onLookAgain={lookAgain}
      />
      <SwitchFoot
        instance={instance}
        game={game}
        place={place}
        draft={draft}
        cancel={cancel}
        submit={submit}
        onClose={onClose}
        isProtected={asksName}
        isRollBack={isRollBack}
        restore={restore}
        onDraft={set}
      />
    </Sheet>
  );
}

function titleOf(name: string, { version_id, from }: SwitchDraft, isRollBack: boolean): string {
  if (version_id === from) return t('Bring back settings of {name}', { name });
  return isRollBack ? t('Roll back {name}', { name }) : t('Switch version of {name}', { name });
}

function Where({ instance }: { instance: InstanceView }) {
  const address = instanceAddress(instance);
  return (
    <>
      <StateGlyph state={instanceGlyph(instance.state)} />
      {instance.name} {address !== instance.name && <span className={shared.mono}>{address}</span>}
    </>
  );
}

function Tags({ instance, isProtected: locked }: { instance: InstanceView; isProtected: boolean }) {
  return (
    <>
      <span data-slot="tag" className={tagStyles.tag}>
        {instance.kind === 'local' ? 'Local' : t('Remote')}
      </span>
      {locked && (
        <span data-slot="tag" className={tagStyles.tag}>
          <Icon name="lock" size={12} />
          {t('Protected')}
        </span>
      )}
    </>
  );
}

/** Starts on the version that was named, or on the newest that went well, as soon as it is known how versions went there. */
function useSwitchDraft(game: GameFull, namespace_id: string, requested: string | undefined) {
  const present = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id ?? '';
  const [draft, setDraft] = useState<SwitchDraft>(() => ({
    from: present,
    version_id: requested,
    typed: '',
  }));
  const history = useSwitchFacts((state) => state.history);
  const [isProposed, setIsProposed] = useState(requested !== undefined);
  if (!isProposed && history.state !== 'reading') {
    setIsProposed(true);
    const first = history.state === 'read' ? switchChoice(game, draft.from, history.value) : undefined;
    if (draft.version_id === undefined) setDraft({ ...draft, version_id: first });
  }
  return {
    draft,
    present,
    set: (change: Partial<SwitchDraft>) => setDraft((now) => ({ ...now, ...change })),
    /** Starts the decision again from what runs now. */
    lookAgain: () => setDraft((now) => ({ ...now, from: present, typed: '' })),
  };
}

/** Asks for nothing while the sheet is closed or its instance is away. What was known stays, and is read again afterwards. */
function useFacts(isLive: boolean, place: NamespacePlace, { from, version_id }: SwitchDraft): void {
  const { instance_id, game_id, namespace_id } = place;
  useEffect(() => {
    return isLive ? followSwitchFacts({ instance_id, game_id, namespace_id }) : undefined;
  }, [isLive, instance_id, game_id, namespace_id]);
  useEffect(() => {
    if (!isLive || version_id === undefined) return undefined;
    return compareFor({ instance_id, game_id, namespace_id }, from, version_id);
  }, [isLive, instance_id, game_id, namespace_id, from, version_id]);
}
