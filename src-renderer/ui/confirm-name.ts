// What the typed name of a protected namespace unlocks, or that of a build which servers run: whether it was typed. The core asks for it
// once more before it changes anything. Pure.
import { t } from '../text/t.ts';

/** What is still to be typed; undefined once the name fits exactly. */
export function whyUnconfirmed(typed: string | undefined, name: string): string | undefined {
  return typed === name ? undefined : t('Type {name} to confirm', { name });
}
