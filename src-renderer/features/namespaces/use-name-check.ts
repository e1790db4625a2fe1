// Asks the instance about names while they are typed, a moment after the last key. An old answer never stands at newer names.
import { useEffect, useState } from 'react';
import type { NameProblems } from '../../ui/name-problems.ts';
import type { GamePlace } from './namespaces-store.ts';
import { checkNames } from './new-namespace-actions.ts';
import { type NamespaceDraft, noProblems } from './new-namespace-form.ts';

const PAUSE_MS = 200;

type Checked = NameProblems & { of: string };

/** What is wrong with what is typed now. An untouched form has nothing wrong. */
export function useNameCheck({ instanceId, gameId }: GamePlace, { name, nameId }: NamespaceDraft) {
  const [checked, setChecked] = useState<Checked>({ ...noProblems, of: '' });
  const of = JSON.stringify([name, nameId]);
  useEffect(() => {
    if (name === '' && nameId === '') return undefined;
    let isOld = false;
    const check = async () => {
      const problems = await checkNames({ instanceId, gameId }, { display_name: name, name_id: nameId });
      const asked = JSON.stringify([name, nameId]);
      // What the instance refused stays, though it was asked later.
      if (!isOld) setChecked((now) => (now.of === asked ? now : { ...problems, of: asked }));
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [instanceId, gameId, name, nameId]);
  return {
    problems: checked.of === of ? checked : noProblems,
    /** Shows what the instance refused, until something else is typed. */
    refuse: (problems: NameProblems) => setChecked({ ...problems, of }),
  };
}
