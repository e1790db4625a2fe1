// The decision that is being made on the switch sheet, kept while somebody else changes things under it.
import { useState } from 'react';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { versionOptions } from './namespaces-selectors.ts';
import type { SwitchDraft } from './switch-selectors.ts';

/** Starts on the version that was named, or on the newest that does not run. */
export function useSwitchDraft(game: GameFull, namespace_id: string, wished: string | undefined) {
  const present = game.namespaces.find(({ namespace_id: id }) => id === namespace_id)?.version_id ?? '';
  const [draft, setDraft] = useState<SwitchDraft>(() => ({
    from: present,
    version_id: wished ?? versionOptions(game, present)[0]?.value,
    typed: '',
  }));
  return {
    draft,
    present,
    set: (change: Partial<SwitchDraft>) => setDraft((now) => ({ ...now, ...change })),
    /** Takes what runs now as the start of the decision, which is then made anew. */
    lookAgain: () => setDraft((now) => ({ ...now, from: present, typed: '' })),
  };
}
