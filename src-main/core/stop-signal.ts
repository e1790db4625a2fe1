// Waits for the wish to stop: SIGTERM from a supervisor, SIGINT from Ctrl+C, SIGHUP from a closed terminal. A second one ends the process at once.

export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    process.on('SIGHUP', stop);
  });
}
