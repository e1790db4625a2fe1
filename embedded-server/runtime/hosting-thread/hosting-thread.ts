// The hosting thread: runs the servers and keeps what they write, so that a flood of lines holds up nobody else.
import { workerData } from 'node:worker_threads';
import { sendEvent, serveThread } from '../../platform/threads/serve-thread.ts';
import { isContainer } from '../containers/container-run.ts';
import { createEngineFinder } from '../containers/engine.ts';
import { createImages } from '../containers/images.ts';
import { createContainerRunner } from '../containers/runner.ts';
import { createProcessRunner } from '../processes/runner.ts';
import type { ContainerPlan, ProcessPlan, Runner } from '../runner/runner.ts';
import type { HostingCalls, HostingEvent, HostingStart } from './messages.ts';
import { openHostedServers } from './open-hosted-servers.ts';

type Runners = { processes: Runner<ProcessPlan>; containers: Runner<ContainerPlan> };

/** Processes and containers as one runner: a plan says by itself which of both it is for, and so does a record's identity. */
function createRunners({ processes, containers }: Runners): Runner {
  return {
    launch: (plan) => ('image' in plan ? containers.launch(plan) : processes.launch(plan)),
    endLeftover: (leftover) =>
      isContainer(leftover.identity) ? containers.endLeftover(leftover) : processes.endLeftover(leftover),
    onUsage: (listener) => {
      const ends = [processes.onUsage(listener), containers.onUsage(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    openPorts: async () => {
      const [ofProcesses, ofContainers] = await Promise.all([processes.openPorts(), containers.openPorts()]);
      return new Map([...ofProcesses, ...ofContainers]);
    },
    close: async () => {
      await Promise.all([processes.close(), containers.close()]);
    },
  };
}

function begin({ logFolder, processThread, listenWithinMs, serverLimits }: HostingStart): void {
  const tell = (event: HostingEvent) => sendEvent(event);
  const onProblem = (thrown: unknown) => {
    tell({ t: 'problem', what: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
  };
  const engines = createEngineFinder({ maxOpenFiles: serverLimits.openFiles });
  const images = createImages(engines);
  const thread = new URL(processThread);
  const maxProcesses = serverLimits.processes;
  const runner = createRunners({
    processes: createProcessRunner({ thread, onProblem, maxProcesses }),
    containers: createContainerRunner({ engines, thread, onProblem, maxProcesses, onRemoved: images.released }),
  });
  serveThread<HostingCalls>(openHostedServers({ runner, images, logFolder, listenWithinMs, tell, onProblem }));
}

/** Nothing where it is loaded for what V8 makes of it alone. */
const start: HostingStart | null = workerData;
if (start !== null) begin(start);
