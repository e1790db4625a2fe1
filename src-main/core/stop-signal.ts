// Waits for the wish to stop: SIGTERM from a supervisor, SIGINT from Ctrl+C, SIGHUP from a closed terminal.

/** Libraries that flush at the end send a signal once more to themselves; a person is never this fast. */
const ECHO_MS = 300;

/** Resolves at the first signal. Another one after that ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = () => {
      if (askedAt !== undefined && performance.now() - askedAt > ECHO_MS) process.exit(1);
      askedAt ??= performance.now();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  });
}
