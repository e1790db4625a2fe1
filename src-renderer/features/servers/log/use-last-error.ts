// The log of a server which ended in trouble opens at its last error.
import { type RefObject, useEffect } from 'react';
import { readLastErrors, setFollowing } from './log-actions.ts';
import type { LogLinesHandle } from './log-lines.tsx';
import { useLog } from './log-store.ts';

export function useLastError(opensAtError: boolean, handle: RefObject<LogLinesHandle | null>): void {
  const end = useLog((state) => state.extent?.last);
  const line = useLog((state) => state.lastErrors.at(-1)?.number);
  useEffect(() => {
    if (opensAtError && end !== undefined) void readLastErrors();
  }, [opensAtError, end]);
  useEffect(() => {
    // What was drawn may still be of the log before: following another one has just emptied what is known.
    const known = useLog.getState().lastErrors.at(-1)?.number;
    if (!opensAtError || line === undefined || line !== known) return;
    setFollowing(false);
    handle.current?.show(line);
  }, [opensAtError, line, handle]);
}
