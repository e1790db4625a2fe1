// Who made a change, as it is said and filtered by.
import { expect, test } from 'vitest';
import {
  formatMaker,
  formatUnder,
  isListed,
  whoOf,
} from '../../../../src-renderer/features/activity/changes-selectors.ts';
import type { ActivityChange } from '../../../../src-shared/activity/bridge.ts';

const base = { id: '1', at: 1, kind: 'limits', namespace_id: 'n' } as const;
const byOwner: ActivityChange = { ...base, by: 'elsewhere', made_by: { kind: 'owner' } };

test.each(['owner', 'slipway', 'here', 'cloud', 'anyone'])(
  'a token named %s is shown and filtered as itself',
  (name) => {
    const change: ActivityChange = { ...base, by: 'elsewhere', made_by: { kind: 'cloud', name } };
    const who = whoOf(change) ?? '';
    expect([formatMaker(who), formatUnder(change, undefined)]).toEqual([name, name]);
    expect(isListed(change, { namespace_id: 'all', who, text: '' }, undefined)).toBe(true);
    expect(isListed(byOwner, { namespace_id: 'all', who, text: '' }, undefined)).toBe(false);
  },
);

test('who has no name is said by what they are', () => {
  expect(formatUnder(byOwner, undefined)).toBe('the owner');
  expect(formatUnder({ ...base, by: 'here', made_by: { kind: 'owner' } }, undefined)).toBe('you, in this window');
});
