// What holds for whatever runs servers. Each runner brings a way to start small programs of each kind, and passes all of this.
import { describe, expect, test } from 'vitest';
import type { Launched, LaunchPlan, Runner } from '../../../../embedded-server/runtime/runner/runner.ts';
import { until } from '../../../support/until.ts';

/** What a program of the suite does; `{port}` stands for a port that is free. */
export type SampleProgram =
  | 'prints-and-ends'
  | 'fails'
  | 'listens'
  | 'ignores-term'
  | 'leaves-a-stubborn-grandchild'
  | 'floods'
  | 'takes-memory';

export type RunnerSuite<Plan extends LaunchPlan> = {
  runner: () => Runner<Plan>;
  /** A plan for a program, without what is of the test. `port` is what `listens` listens on, TCP and UDP both. */
  plan: (program: SampleProgram, port?: number) => Promise<Omit<Plan, 'onOutput'>>;
  freePort: () => Promise<number>;
  /** How many processes of a server there are, counted by other means than the runner's. */
  count: (server_id: string) => Promise<number>;
};

type Changes = Partial<Pick<LaunchPlan, 'server_id' | 'onOutput' | 'limits'>>;
type Seen = { launched: Launched; text: () => string; bytes: () => number };

/** Where `isWhole` is false, what tests of a service that has this runner show beside other things is left out. */
export function describeRunner<Plan extends LaunchPlan>(name: string, suite: RunnerSuite<Plan>, isWhole = true): void {
  const testOfService = (what: string, run: () => Promise<void>) => {
    if (isWhole) test(what, run);
  };
  const start = async (program: SampleProgram, changes: Changes = {}, port?: number): Promise<Seen> => {
    const chunks: Buffer[] = [];
    const onOutput: LaunchPlan['onOutput'] = (_, chunk) => {
      chunks.push(chunk);
      return undefined;
    };
    const plan = { ...(await suite.plan(program, port)), onOutput, ...changes } as Plan;
    const launched = await suite.runner().launch(plan);
    const text = () => Buffer.concat(chunks).toString();
    return { launched, text, bytes: () => chunks.reduce((sum, { length }) => sum + length, 0) };
  };

  describe(name, () => {
    test('a server that ends by itself says its code, and all that it wrote has arrived', async () => {
      const { launched, text } = await start('prints-and-ends');
      expect(await launched.exited).toMatchObject({ code: 0, signal: null, outOfMemory: false });
      expect(text()).toContain('to stdout');
      expect(text()).toContain('to stderr');
      await launched.gone;
      expect(await launched.isTreeAlive()).toBe(false);
    });

    testOfService('a server that fails says its code', async () => {
      const { launched } = await start('fails');
      expect(await launched.exited).toMatchObject({ code: 3, signal: null, outOfMemory: false });
      await launched.gone;
    });

    test('a server sees its own environment and nothing of ours', async () => {
      process.env['SECRET_OF_THE_APP'] = 'secret';
      const { launched, text } = await start('prints-and-ends');
      await launched.exited;
      delete process.env['SECRET_OF_THE_APP'];
      expect(text()).toContain('GREETING=hello');
      expect(text()).not.toContain('SECRET_OF_THE_APP');
      await launched.gone;
    });

    testOfService('a server is asked to end, and ends', async () => {
      const port = await suite.freePort();
      const { launched, text } = await start('listens', {}, port);
      await until(() => text().includes('ready'), 'the server to listen');
      launched.stop();
      await launched.exited;
      await launched.gone;
      expect(text()).toContain('asked to end');
    });

    test('the ports of a server are reported once it listens, TCP and UDP', async () => {
      const port = await suite.freePort();
      const plan = await suite.plan('listens', port);
      const { launched, text } = await start('listens', plan, port);
      await until(() => text().includes('ready'), 'the server to listen');
      const open = (await launched.openPorts()) ?? [];
      expect(
        open
          .filter((one) => one.port === port)
          .map(({ protocol }) => protocol)
          .toSorted(),
      ).toEqual(['tcp', 'udp']);
      expect((await suite.runner().openPorts()).get(plan.server_id)).toEqual(open);
      await launched.kill();
      expect((await suite.runner().openPorts()).has(plan.server_id)).toBe(false);
    });

    test('a server that runs uses memory and time, and all of it is reported each second', async () => {
      const plan = await suite.plan('listens', await suite.freePort());
      const { launched } = await start('listens', plan);
      const reported: unknown[] = [];
      const end = suite.runner().onUsage((usages) => reported.push(usages.get(plan.server_id)));
      await until(() => reported.some((usage) => usage !== undefined), 'a first look');
      end();
      const usage = await launched.usage();
      expect(usage?.processes).toBeGreaterThanOrEqual(1);
      expect(usage?.memoryBytes).toBeGreaterThan(100_000);
      await launched.kill();
    });

    test('a server that ignores being asked is killed', async () => {
      const { launched, text } = await start('ignores-term');
      await until(() => text().includes('ready'), 'the server to begin');
      launched.stop();
      await until(() => text().includes('ignored'), 'the server to ignore it');
      await launched.kill();
      expect(await launched.exited).toMatchObject({ outOfMemory: false });
      expect(await launched.isTreeAlive()).toBe(false);
    });

    test('a grandchild that left its parent and its session and ignores signals ends with the server', async () => {
      const plan = await suite.plan('leaves-a-stubborn-grandchild');
      const { launched, text } = await start('leaves-a-stubborn-grandchild', plan);
      await until(() => text().includes('grandchild ready'), 'the grandchild');
      expect(await suite.count(plan.server_id)).toBeGreaterThanOrEqual(2);
      await launched.kill();
      expect(await suite.count(plan.server_id)).toBe(0);
      await launched.gone;
    });

    test('killing twice, at once or later, is the same as once', async () => {
      const { launched } = await start('ignores-term');
      await Promise.all([launched.kill(), launched.kill()]);
      await launched.kill();
      await launched.gone;
    });

    test('a flood waits for who takes it, and what is taken goes on', async () => {
      let takeMore = () => {};
      let taken = 0;
      const { launched } = await start('floods', {
        onOutput: (_, chunk) => {
          taken += chunk.length;
          if (taken < 1_000_000) return undefined;
          return new Promise((resolve) => {
            takeMore = () => resolve();
          });
        },
      });
      await until(() => taken >= 1_000_000, 'the first million bytes');
      const held = taken;
      await launched.usage();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(taken).toBe(held);
      takeMore();
      await until(() => taken > held, 'more to be taken');
      const killed = launched.kill();
      const release = setInterval(() => takeMore(), 1);
      await killed;
      clearInterval(release);
      await launched.gone;
    });

    testOfService('a server that takes more memory than it may is ended as out of memory', async () => {
      const plan = await suite.plan('takes-memory');
      const { launched } = await start('takes-memory', { ...plan, limits: { cpu: 1000, memory: 128 } });
      expect(await launched.exited).toMatchObject({ outOfMemory: true });
      await launched.kill();
      await launched.gone;
    });

    test('what a lost life left running is ended, and never a process that only has the same number', async () => {
      const plan = await suite.plan('ignores-term');
      const { launched, text } = await start('ignores-term', plan);
      await until(() => text().includes('ready'), 'the server to begin');
      const { pid, identity } = launched;
      const stranger = { server_id: 'a-server-that-is-gone', pid, identity: `${identity}0` };
      expect(await suite.runner().endLeftover(stranger)).toBe('gone');
      expect(await launched.isTreeAlive()).toBe(true);
      expect(await suite.runner().endLeftover({ server_id: plan.server_id, pid, identity })).toBe('ended');
      await launched.exited;
      expect(await suite.count(plan.server_id)).toBe(0);
      await launched.kill();
    });
  });
}
