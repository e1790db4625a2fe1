// Sends signals to processes that may be gone by the time it does.

export function signalAll(pids: readonly number[], signal: 'SIGSTOP' | 'SIGKILL' | 'SIGTERM' | 'SIGCONT'): void {
  for (const pid of pids) {
    // 0 and below are not processes but groups, ours among them; 1 is the system's.
    if (pid > 1 || pid < -1) signalOne(pid, signal);
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (thrown) {
    if (!isGoneError(thrown)) throw thrown;
  }
}

/** What a system answers about a process that has ended meanwhile, or that isn't ours to look into. */
export function isGoneError(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && GONE.has(String(thrown.code));
}

/** ENODEV: of a control group that was removed between opening and reading its file. */
const GONE = new Set(['ENOENT', 'ENODEV', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR']);
