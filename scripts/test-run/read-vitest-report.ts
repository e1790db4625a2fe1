// Reads the counts out of vitest's JSON report.
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../setup/project.mjs';
import { type Counts, firstLine, withReason } from './result.ts';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number().optional(),
      endTime: z.number().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

type FileResult = z.infer<typeof Report>['testResults'][number];

export function readVitestReport(json: unknown): Counts {
  const { testResults } = Report.parse(json);
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      test: `${fileName(file)} > ${fullName}`,
      status,
      reason: failureMessages[0],
    })),
  );
  const failed = tests.filter(({ status }) => status === 'failed').map(({ test, reason }) => withReason(test, reason));
  return {
    times: testResults.map((file) => ({ file: fileName(file), seconds: secondsOf(file) })),
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [
      ...failed,
      ...testResults.filter(failedAsAWhole).map((file) => `${fileName(file)}: ${firstLine(file.message)}`),
    ],
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ test }) => ({ test, reason: reasonIn(test) })),
  };
}

function secondsOf({ startTime = 0, endTime = startTime }: FileResult): number {
  return (endTime - startTime) / 1000;
}

/** The report has no place for a reason, so it stands in the name: "with a real engine (no container engine)". */
function reasonIn(test: string): string {
  return /\((no [^()]+)\)/.exec(test)?.[1] ?? '';
}

/** It did not load, or one of its hooks failed, among them the leak check. */
function failedAsAWhole(file: FileResult): boolean {
  return file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed');
}

function fileName({ name }: FileResult): string {
  return path.relative(projectRoot, name);
}
