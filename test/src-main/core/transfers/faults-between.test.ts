// Every fault of the line, between the core and each kind of target: a service of ours, a remote that has the eleven calls alone,
// and a store that speaks S3. Whatever happens to a part, the build arrives whole, once, and no part is sent more than it has to be.
import { describe, expect, it, vi } from 'vitest';
import { SHORTEST_PART } from '../../../../src-shared/service/builds.ts';
import { problemOf } from '../../../../src-shared/transfers/problem-of.ts';
import { casesOf } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { MIB } from './support.ts';
import { faultsOf, requireHonest, startSendingService, startSendingTo, targets } from './targets.ts';

// Faults last until they are noticed.
vi.setConfig({ testTimeout: 60_000 });

/** Three parts. */
const short = { bytes: 2 * SHORTEST_PART + MIB, partBytes: SHORTEST_PART };

const started = startOnce(startSendingService);

const numbered = targets.map(([name, make], at) => [name, make, at] as const);

describe.each(numbered)('%s gets the build whole', (_name, make, target) => {
  it.each(casesOf(faultsOf({ after: 3 * MIB + 7 }), target, targets.length))(
    'when parts are %s',
    async (_what, fault) => {
      const limits = { stallMs: fault.kind === 'half-open' ? 3_000 : 20_000 };
      const sending = await startSendingTo(await started(), make, { ...short, limits });
      const { start, parts, isPart, holds, packed, content, versions, views, service } = sending;
      parts.fail({ method: 'PUT', match: isPart, times: 2, fault });
      const record = await start().ended;
      expect(record).toMatchObject({ status: 'done' });
      expect(await holds(packed.sha256, content)).toBe(true);
      expect(await versions()).toHaveLength(1);
      requireHonest(views, packed.bytes);
      // At most the two tries that the fault was for are sent twice.
      const puts = parts.requests.filter(({ method, path }) => method === 'PUT' && isPart.test(path));
      const largest = Math.max(...puts.map(({ bodyBytes }) => bodyBytes));
      expect(record.bytes_on_wire).toBeLessThanOrEqual(packed.bytes + 2 * largest);
      // Where parts go is not who the token is for.
      expect(JSON.stringify(puts)).not.toContain(service.server.token);
    },
  );
});

describe.each(targets)('%s whose addresses ran out', (name, make) => {
  const body = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
  const expired = { kind: 'status', status: 403, type: 'application/xml', body } as const;

  it('gives new ones where it can, and otherwise it is said that only a new build helps, which then arrives', async () => {
    const { start, parts, isPart, journal, record, holds, packed, content, versions } = await startSendingTo(
      await started(),
      make,
      short,
    );
    parts.fail({ method: 'PUT', match: isPart, times: 2, fault: expired });
    const ended = await start().ended;
    if (name !== 'a service of ours') {
      expect(ended).toMatchObject({
        status: 'failed',
        remedies: ['new_build'],
        problem: { code: 'TRANSFER_NEEDS_NEW_BUILD' },
      });
      expect(problemOf(ended)?.message).toContain('addresses of this upload are too old');
      expect(await versions()).toEqual([]);
      const restarted = {
        ...ended,
        key: 'another',
        step: 'prepare' as const,
        build_id: undefined,
        versions_before: undefined,
      };
      journal.setParts({ ...restarted, id: record.id }, []);
      parts.heal();
      expect(await start().ended).toMatchObject({ status: 'done' });
    } else {
      expect(ended).toMatchObject({ status: 'done' });
    }
    expect(await holds(packed.sha256, content)).toBe(true);
    expect(await versions()).toHaveLength(1);
  });
});
