// Whether the name was typed that has to be typed before something grave is done. Pure.
import { t } from '../text/t.ts';

/** What is still to be typed; undefined once the name fits exactly. */
export function whyUnconfirmed(typed: string | undefined, name: string): string | undefined {
  return typed === name ? undefined : t('Type {name} to confirm', { name });
}
