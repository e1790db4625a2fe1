// Puts a text into a field as a paste does.
import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** In place of what stands there. A field of one line makes spaces of line ends; answers what the field shows then. */
export async function typeInto(field: Locator, text: string): Promise<string> {
  await expect.element(field).toBeVisible();
  const element = field.element() as HTMLInputElement | HTMLTextAreaElement;
  if (text === '') {
    await userEvent.fill(field, '');
  } else {
    // In one step, as a paste over what is selected. To have the browser empty it first takes as long as all the rest.
    element.focus();
    element.select();
    document.execCommand('insertText', false, text);
  }
  return element.value;
}
