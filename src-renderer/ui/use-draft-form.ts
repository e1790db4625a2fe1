// A form whose draft outlives it: the draft is let go once it was sent, or by Cancel. What was refused stands until something
// else is typed.
import type { RefObject } from 'react';
import { useSubmit } from './use-submit.ts';

/** As the `useDraft` of a kind of form answers it. */
type Kept<Draft> = { draft: Draft; type: (next: Draft) => void; release: () => void };

type Form<Problem> = {
  /** Answers what is wrong, if anything is. Otherwise it was sent, and it has done what follows. */
  send: () => Promise<Problem | undefined>;
  close: () => void;
  /** Where the focus goes when something is wrong. */
  field?: RefObject<HTMLElement | null>;
};

export function useDraftForm<Draft, Problem>({ type, release }: Kept<Draft>, { send, close, field }: Form<Problem>) {
  const run = async () => {
    const found = await send();
    if (found === undefined) release();
    return found;
  };
  const { submit, isBusy, problem, forget } = useSubmit(run, field);
  return {
    submit,
    isBusy,
    problem,
    change: (next: Draft) => {
      type(next);
      forget();
    },
    cancel: () => {
      release();
      close();
    },
  };
}
