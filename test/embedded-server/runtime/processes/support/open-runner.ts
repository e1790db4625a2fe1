// A runner of processes for a test file, closed when it ends, and whose problems fail it.
import { afterAll, expect } from 'vitest';
import { createProcessRunner, type ProcessRunner } from '../../../../../embedded-server/runtime/processes/runner.ts';
import type { Launched } from '../../../../../embedded-server/runtime/runner/runner.ts';

type Changes = { useGroups?: boolean; maxProcesses?: number; sampleEveryMs?: number };

export function openRunner(changes: Changes = {}): ProcessRunner {
  const problems: unknown[] = [];
  const launched: Launched[] = [];
  const thread = new URL('../../../../../embedded-server/runtime/processes/process-thread.ts', import.meta.url);
  const runner = createProcessRunner({ thread, onProblem: (thrown) => problems.push(thrown), ...changes });
  afterAll(async () => {
    // Those of tests that failed.
    await Promise.all(launched.map((one) => one.kill()));
    await runner.close();
    expect(problems).toEqual([]);
  });
  const launch: ProcessRunner['launch'] = async (plan) => {
    const one = await runner.launch(plan);
    launched.push(one);
    return one;
  };
  return { ...runner, launch };
}
