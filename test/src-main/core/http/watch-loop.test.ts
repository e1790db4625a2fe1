// A watch loop goes by the index of the last answer, begins with the present after a failure, and ends only with its signal.
import { afterEach, expect, it, vi } from 'vitest';
import { createWake, runWatchLoop } from '../../../../src-main/core/http/watch-loop.ts';
import { AppError, type AppError as Failure } from '../../../../src-shared/errors/app-error.ts';

afterEach(() => void vi.restoreAllMocks());

type Step = { index: string } | Failure;

/** Runs a loop over these steps and then stops it; failures are not waited for. */
async function run(steps: Step[]) {
  const controller = new AbortController();
  const wake = createWake();
  const requested: (string | undefined)[] = [];
  const failures: { code: string; wait: number }[] = [];
  const answers: string[] = [];
  await runWatchLoop({
    signal: controller.signal,
    wake,
    ask: async (index) => {
      requested.push(index);
      const step = steps.shift();
      if (steps.length === 0) queueMicrotask(() => controller.abort());
      if (step === undefined || step instanceof AppError) throw step ?? new AppError('CANCELLED');
      return { watch: step };
    },
    onAnswer: ({ watch }) => void answers.push(watch.index),
    onFailure: ({ code }, retryAt) => {
      failures.push({ code, wait: retryAt - Date.now() });
      setImmediate(wake.now);
    },
  });
  return { asked: requested, failures, answers };
}

it('asks for what is newer than the last answer, and for the present after a failure', async () => {
  const gone = new AppError('INSTANCE_UNREACHABLE');
  const { asked: requested, answers } = await run([
    { index: '5' },
    { index: '9' },
    gone,
    { index: '12' },
    { index: '13' },
  ]);
  expect(requested).toEqual([undefined, '5', '9', undefined, '12']);
  expect(answers.slice(0, 3)).toEqual(['5', '9', '12']);
});

it('does not end with a refusal, waits long after one, and is woken', async () => {
  const { failures, answers } = await run([new AppError('API_UNAUTHORIZED'), { index: '1' }, { index: '2' }]);
  expect(failures[0]?.code).toBe('API_UNAUTHORIZED');
  expect(failures[0]?.wait).toBeGreaterThan(20_000);
  expect(answers[0]).toBe('1');
});

it('waits longer from failure to failure, and as long as the other side wants', async () => {
  const gone = () => new AppError('INSTANCE_UNREACHABLE');
  const busy = new AppError('API_RATE_LIMIT', undefined, { metadata: { retry_after_ms: 30_000 } });
  const { failures } = await run([gone(), gone(), gone(), gone(), gone(), gone(), busy, { index: '1' }]);
  const waits = failures.map(({ wait }) => wait);
  expect(waits[5]).toBeGreaterThan((waits[0] ?? 0) * 4);
  expect(waits[6]).toBeGreaterThan(20_000);
});

it('comes back sooner or later by chance, so that many who lost one service do not come in one moment', async () => {
  const firstWait = async (chance: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const { failures } = await run([new AppError('INSTANCE_UNREACHABLE'), { index: '1' }, { index: '2' }]);
    return failures[0]?.wait;
  };
  const [soonest = 0, latest = 0] = [await firstWait(0), await firstWait(1)];
  expect(soonest / latest).toBeCloseTo(0.7, 1);
});
