// Asks the instance about names while they are typed, a moment after the last key. An old answer never stands at newer names.
import { useEffect, useState } from 'react';
import type { NameProblems } from '../../ui/name-problems.ts';
import type { GamePlace } from './namespaces-store.ts';
import { checkNames } from './new-namespace-actions.ts';
import { type NamespaceDraft, noProblems } from './new-namespace-form.ts';

const PAUSE_MS = 200;

type Checked = NameProblems & { of: string };

/** What is wrong with what is typed now. An untouched form has nothing wrong. */
export function useNameCheck({ instance_id, game_id }: GamePlace, { name, name_id }: NamespaceDraft) {
  const [checked, setChecked] = useState<Checked>({ ...noProblems, of: '' });
  const of = JSON.stringify([name, name_id]);
  useEffect(() => {
    if (name === '' && name_id === '') return undefined;
    let isOld = false;
    const check = async () => {
      const problems = await checkNames({ instance_id, game_id }, { display_name: name, name_id });
      const asked = JSON.stringify([name, name_id]);
      // What the instance refused stays, though it was asked later.
      if (!isOld) setChecked((now) => (now.of === asked ? now : { ...problems, of: asked }));
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [instance_id, game_id, name, name_id]);
  return {
    problems: checked.of === of ? checked : noProblems,
    /** Shows what the instance refused, until something else is typed. */
    refuse: (problems: NameProblems) => setChecked({ ...problems, of }),
  };
}
