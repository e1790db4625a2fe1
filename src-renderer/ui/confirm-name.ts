// Whether a person typed the name that unlocks a change: the one of a protected namespace, or of a build that servers run. The core asks
// for it once more before it changes anything. Pure.
import { t } from '../text/t.ts';

/** What is still to be typed; undefined once the name fits exactly. */
export function whyUnconfirmed(typed: string | undefined, name: string): string | undefined {
  return typed === name ? undefined : t('Type {name} to confirm', { name });
}
