// A runner of processes for a test file, closed when it ends, and whose problems fail it.
import { afterAll, expect } from 'vitest';
import { createProcessRunner, type ProcessRunner } from '../../../../embedded-server/processes/runner.ts';

type Changes = { useGroups?: boolean; maxProcesses?: number; sampleEveryMs?: number };

export function openRunner(changes: Changes = {}): ProcessRunner {
  const problems: unknown[] = [];
  const thread = new URL('../../../../embedded-server/processes/process-thread.ts', import.meta.url);
  const runner = createProcessRunner({ thread, onProblem: (thrown) => problems.push(thrown), ...changes });
  afterAll(async () => {
    await runner.close();
    expect(problems).toEqual([]);
  });
  return runner;
}
