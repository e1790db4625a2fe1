// The switch sheet: from what to what, what changes, whom it meets, and the one button that repeats the decision.
import { useRef } from 'react';
import type { ChangedElsewhere } from '../../../src-shared/games/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { t } from '../../text/t.ts';
import { Sheet } from '../../ui/sheet.tsx';
import tagStyles from '../../ui/tag.module.css';
import { instanceAddress, instanceGlyph } from '../instances/instances-selectors.ts';
import { isProtected } from './namespaces-selectors.ts';
import type { NamespacePlace } from './namespaces-store.ts';
import { SwitchBody } from './switch-body.tsx';
import { SwitchFoot } from './switch-foot.tsx';
import { useSwitchDraft } from './use-switch-draft.ts';
import { useFacts } from './use-switch-facts.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  instance: InstanceView;
  game: GameFull;
  place: NamespacePlace;
  version_id?: string | undefined;
  changes: readonly ChangedElsewhere[];
};

/** Stays with the decision while things change under it, and asks again when they did. */
export function SwitchSheet({ open, onClose, instance, game, place, version_id, changes }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const { namespace_id } = place;
  const { draft, set, lookAgain } = useSwitchDraft(game, namespace_id, version_id);
  const namespace = game.namespaces.find(({ namespace_id: id }) => id === namespace_id);
  const name = namespace?.name_id ?? t('a namespace that is gone');
  const asksName = isProtected(instance, place);
  useFacts(open && instance.state === 'connected', place, draft);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('Switch version of {name}', { name })}
      line={<Where instance={instance} />}
      tags={<Tags instance={instance} isProtected={asksName} />}
      initialFocus={asksName ? cancel : submit}
    >
      <SwitchBody
        instance={instance}
        game={game}
        place={place}
        name={name}
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
        onDraft={set}
      />
    </Sheet>
  );
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
