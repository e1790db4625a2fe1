// Passes the signals that end a program on to a child that runs in its place.

/**
 * Answers a function that stops it.
 * @param {import('node:child_process').ChildProcess} child
 */
export function passSignals(child) {
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    // Ctrl+C in a terminal reaches the whole group: passed on as well, the child would see it twice and hurry.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}
