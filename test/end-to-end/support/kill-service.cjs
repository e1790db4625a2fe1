// Preloaded into the app's process by the tests: on SIGUSR2 the service's thread dies at once, as in a crash.
const workers = new Set();
process.on('worker', (worker) => {
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
});
if (require('node:worker_threads').isMainThread) {
  process.on('SIGUSR2', () => {
    for (const worker of workers) void worker.terminate();
  });
}
