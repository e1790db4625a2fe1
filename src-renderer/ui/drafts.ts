// What is typed into a form and not sent yet. It is kept here and not in the form, so that neither a press of Escape nor a click
// outside nor another page takes it. A name typed to confirm is none of it: that is asked for anew each time.
import { useEffect } from 'react';
import { create } from 'zustand';

const forgets = new Set<() => void>();

/** Takes everything that was kept back, of all forms. */
export function forgetDrafts(): void {
  for (const forget of forgets) forget();
}

/** The drafts of one kind of form, each by what it is about, such as the id of a game. */
export function createDrafts<Draft>() {
  const useKept = create<Readonly<Record<string, Draft | undefined>>>(() => ({}));
  forgets.add(() => useKept.setState({}, true));
  const keep = (of: string, draft: Draft | undefined) => useKept.setState({ [of]: draft });
  const read = (of: string) => useKept.getState()[of];

  /** `start` stands there until something is typed. What is typed back to it is no draft. */
  function useDraft(of: string, start: Draft) {
    const kept = useKept((state) => state[of]);
    useEffect(() => {
      if (kept !== undefined && kept === start) keep(of, undefined);
    }, [of, kept, start]);
    return {
      draft: kept ?? start,
      isKept: kept !== undefined,
      type: (next: Draft) => keep(of, next),
      /** Once it was sent, or on purpose. What was typed after this one was sent stays. */
      letGo: () => {
        if (read(of) === kept) keep(of, undefined);
      },
    };
  }
  return { useDraft, keep, read };
}
