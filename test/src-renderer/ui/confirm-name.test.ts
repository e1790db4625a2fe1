// Whether the name that was typed is the one to type.
import { expect, it } from 'vitest';
import { whyUnconfirmed } from '../../../src-renderer/ui/confirm-name.ts';

it('takes the name exactly, and says what to type until then', () => {
  expect(whyUnconfirmed('prod', 'prod')).toBeUndefined();
  for (const typed of [undefined, '', 'Prod', 'prod ', 'pro']) {
    expect(whyUnconfirmed(typed, 'prod')).toBe('Type prod to confirm');
  }
});
