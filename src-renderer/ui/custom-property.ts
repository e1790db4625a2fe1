// A custom property for an element's style: a value that the styles use.
import type { CSSProperties } from 'react';

/** `customProperty('--p', '40%')`. */
export function customProperty(name: `--${string}`, value: string): CSSProperties {
  return { [name]: value };
}
