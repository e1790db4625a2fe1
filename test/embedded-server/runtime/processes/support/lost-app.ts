// A program that starts a server and tells of it when it is ready, to be killed while the server runs.
import { createProcessRunner } from '../../../../../embedded-server/runtime/processes/runner.ts';

const thread = new URL('../../../../../embedded-server/runtime/processes/process-thread.ts', import.meta.url);
const runner = createProcessRunner({ thread, onProblem: console.error });
process.on('message', (plan: Parameters<typeof runner.launch>[0]) => {
  void (async () => {
    const { promise: isReady, resolve } = Promise.withResolvers<undefined>();
    const onOutput = (_stream: unknown, chunk: Buffer): undefined => {
      if (chunk.includes('ready')) resolve(undefined);
    };
    const { pid, identity } = await runner.launch({ ...plan, onOutput });
    await isReady;
    process.send?.({ server_id: plan.server_id, pid, identity });
  })();
});
