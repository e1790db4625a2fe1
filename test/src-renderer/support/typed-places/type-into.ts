// Puts a text into a field as a paste does.
import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** In place of what stands there. A field of one line makes spaces of line ends; answers what the field shows then. */
export async function typeInto(field: Locator, text: string): Promise<string> {
  await expect.element(field).toBeVisible();
  const element = field.element() as HTMLInputElement | HTMLTextAreaElement;
  await userEvent.fill(field, '');
  element.focus();
  if (text !== '') document.execCommand('insertText', false, text);
  return element.value;
}
