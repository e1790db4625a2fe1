// Processes and containers as one runner: a plan says by itself which of both it is for, and so does a record's identity.
import type { ContainerPlan, ProcessPlan, Runner } from '../runner/runner.ts';

export type RunnersParts = {
  processes: Runner<ProcessPlan>;
  containers: Runner<ContainerPlan>;
  isContainer(identity: string): boolean;
};

export function createRunners({ processes, containers, isContainer }: RunnersParts): Runner {
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
