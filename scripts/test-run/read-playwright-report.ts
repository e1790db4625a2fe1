// Reads the counts out of Playwright's JSON report.
import { z } from 'zod';
import { type Counts, firstLine, withReason } from './result.ts';

const Test = z.object({
  projectName: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z
    .array(z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }))
    .optional(),
});

const Suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(Test) })),
  get suites() {
    return z.array(Suite).optional();
  },
});

const Report = z.object({ suites: z.array(Suite), errors: z.array(z.object({ message: z.string().optional() })) });

interface NamedTest {
  readonly name: string;
  /** The title of the outermost suite is its file. */
  readonly file: string;
  readonly seconds: number;
  readonly status: z.infer<typeof Test>['status'];
  /** Why it is skipped. */
  readonly reason: string;
  /** What a failed one said. */
  readonly message: string | undefined;
}

export function readPlaywrightReport(json: unknown): Counts {
  const { suites, errors } = Report.parse(json);
  const tests = suites.flatMap((suite) => testsOf(suite, '', suite.title));
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const files = [...new Set(tests.map(({ file }) => file))];
  return {
    times: files.map((file) => ({
      file: `test/end-to-end/${file}`,
      seconds: tests.reduce((sum, test) => sum + (test.file === file ? test.seconds : 0), 0),
    })),
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: [
      ...failed.map(({ name, message }) => withReason(name, message)),
      ...errors.map(({ message = 'an error without a message' }) => firstLine(message)),
    ],
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name, reason }) => ({ test: name, reason })),
  };
}

function testsOf(suite: z.infer<typeof Suite>, parents: string, file: string): NamedTest[] {
  const title = parents ? `${parents} > ${suite.title}` : suite.title;
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, annotations, results = [] }) => ({
      file,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      name: `[${projectName}] ${title} > ${spec.title}`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? '',
      message: results.find(({ error }) => error !== undefined)?.error?.message,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, title, file))];
}
