// A choice of a few, by the keyboard and by what is said of it to screen readers.
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Segmented } from '../../../src-renderer/ui/segmented.tsx';
import { cleanup, render } from '../support/render.ts';

const options = ['System', 'Light', 'Dark'].map((label) => ({ value: label.toLowerCase(), label }));

function Theme() {
  const [value, setValue] = useState('light');
  return <Segmented label="Theme" value={value} options={options} onValue={setValue} />;
}

const radio = (name: string) => page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name });

afterEach(cleanup);

test('is one stop for Tab, at what is chosen, and arrows choose the next one, around both ends', async () => {
  render(
    <>
      <Theme />
      <button type="button">Behind it</button>
    </>,
  );
  await userEvent.tab();
  await expect.element(radio('Light')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(radio('Dark')).toHaveFocus();
  await expect.element(radio('Dark')).toBeChecked();
  await expect.element(radio('Light')).not.toBeChecked();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('System')).toBeChecked();
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
  await expect.element(radio('Light')).toBeChecked();
  await userEvent.click(radio('System'));
  await expect.element(radio('System')).toBeChecked();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Behind it' })).toHaveFocus();
});
