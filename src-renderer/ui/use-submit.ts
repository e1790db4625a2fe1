// How a form is sent: once at a time. What was refused stands in it until something else is typed or it is sent again.
import { type FormEvent, type RefObject, useState } from 'react';

/** `run` answers what is wrong, if anything is; then the focus goes to `field`, and all that was typed stays. */
export function useSubmit<Problem>(run: () => Promise<Problem | undefined>, field?: RefObject<HTMLElement | null>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const found = await run();
      setProblem(() => found);
      if (found !== undefined) field?.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return { submit, isBusy, problem, forget: () => setProblem(undefined) };
}
