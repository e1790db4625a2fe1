// Every fault of the line, on the calls of a transfer (the look at the game, prepare, the wait for its version, the switch) to each kind
// of target. None of them makes a second version, or sends a byte twice.
import { describe, expect, it, vi } from 'vitest';
import { casesOf } from '../../../support/soak.ts';
import { startOnce } from '../../../support/start-once.ts';
import { MIB } from './support.ts';
import { faultsOf, requireHonest, startSendingService, startSendingTo, targets } from './targets.ts';

// Faults last until they are noticed.
vi.setConfig({ testTimeout: 60_000 });

const started = startOnce(startSendingService);

const numbered = targets.map(([name, make], at) => [name, make, at] as const);

describe.each(numbered)('%s gets the build whole, and is switched to it', (_name, make, target) => {
  // Another share than where parts fail: there a fault meets the next target.
  it.each(casesOf(faultsOf({ after: 1 }), (target + 1) % targets.length, targets.length))(
    'when its calls are %s',
    async (_what, fault) => {
      // Only a line that is left open needs them to be short; on a busy machine each call may take as long by itself.
      const timeouts =
        fault.kind === 'half-open' ? { request: 3_000, watch: 6_000 } : { request: 20_000, watch: 20_000 };
      const sending = await startSendingTo(await started(), make, { bytes: 3 * MIB, switches: true, timeouts });
      const { start, calls, holds, packed, content, versions, gameNow, views } = sending;
      calls.fail({ method: 'POST', match: /\/builds\/prepare$/, times: 1, fault });
      calls.fail({ method: 'GET', match: /^\/cloud\/games\//, times: 2, fault });
      calls.fail({ method: 'PUT', match: /\/version$/, times: 1, fault });
      const record = await start().ended;
      expect(record).toMatchObject({ status: 'done', step: 'switch' });
      expect(await holds(packed.sha256, content)).toBe(true);
      expect((await versions()).map(({ version_id: id }) => id)).toEqual([record.version_id]);
      expect((await gameNow()).namespaces[0]?.version_id).toBe(record.version_id);
      expect(record.bytes_on_wire, 'no byte is sent twice for a call').toBe(packed.bytes);
      requireHonest(views, packed.bytes);
    },
  );
});
