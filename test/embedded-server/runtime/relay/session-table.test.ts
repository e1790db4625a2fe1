// Sessions by address and port.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSessionTable } from '../../../../embedded-server/runtime/relay/session-table.ts';

test('answers like a plain map, whatever is done to it in whatever order', () => {
  const step = fc.record({
    act: fc.constantFrom('set', 'delete', 'get'),
    address: fc.constantFrom('127.0.0.1', '127.0.0.2', '::1'),
    port: fc.nat(3),
    value: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const table = createSessionTable<number>();
      const plain = new Map<string, number>();
      for (const { act, address, port, value } of steps) {
        const key = `${address} ${port}`;
        if (act === 'set') {
          table.set(address, port, value);
          plain.set(key, value);
        } else if (act === 'delete') {
          table.delete(address, port);
          plain.delete(key);
        }
        expect(table.get(address, port)).toBe(plain.get(key));
        expect(table.size).toBe(plain.size);
      }
      const all = table.all().map((each) => [`${each.address} ${each.port}`, each.session] as const);
      expect(new Map(all)).toEqual(plain);
    }),
  );
});
