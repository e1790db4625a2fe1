// Ends this program when the npm that runs it is gone: npm dies of a signal without passing it on, and what it ran would
// hold its port for ever.

const lookEveryMs = 300;

/** Sends SIGTERM to this process, as a person would, once its parent is another one. Only under npm. */
export function stopWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
}
