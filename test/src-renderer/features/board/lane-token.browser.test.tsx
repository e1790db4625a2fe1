// A lane of an instance whose token may not change it, or may change another one alone.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openSwitch } from '../../../../src-renderer/features/namespaces/namespaces-actions.ts';
import type { RemoteView } from '../../../../src-shared/instances/bridge.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';
import { dayLane, dayOne, dayVersion, setDayOne } from '../../support/day-one.ts';
import { goesBack, lane } from '../../support/lanes.ts';
import { openWindow } from '../../support/open-window.tsx';
import { boardHash } from '../../support/some-board.ts';
import { runningLocal, stagingEu } from '../../support/some-instances.ts';

test('what the token of the instance may not do is off, and says why', async () => {
  const why = 'The token of this instance is for one game and may not do this. Use one that may.';
  openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
    fake.instances.set({ ...runningLocal, why_not: { switch_version: why, upload_build: why } });
  }, boardHash);
  const buttons = [
    lane('dev').getByRole('button', { name: 'Switch version' }),
    lane('dev').getByRole('button', { name: 'Roll back to 0.1.2' }),
    page.getByRole('button', { name: 'Upload build' }),
  ];
  for (const button of buttons) {
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(why);
  }
});

const otherNamespace = 'This token is for another namespace. Use one for this namespace or for the whole game.';
const euHash = boardHash.replace('/local/', '/eu/');

/** Its token is for dev. */
const forDev: RemoteView = {
  ...stagingEu,
  token_place: {
    namespace_id: dayLane('dev'),
    not_elsewhere: ['switch_version', 'upload_build', 'list_servers', 'end_server', 'restart_server', 'create_server'],
    why: messageFor('token.other-namespace'),
  },
};

function openForDev() {
  return openWindow((fake) => {
    setDayOne(fake);
    goesBack(fake, dayVersion('0.1.2'), '0.1.2');
    fake.instances.set(runningLocal, forDev);
  }, euHash);
}

test('with a token for one namespace the others are off, and say why', async () => {
  const core = openForDev();
  const own = lane('dev').getByRole('button', { name: 'Switch version' });
  await expect.element(own).toBeVisible();
  await expect.element(own).not.toHaveAttribute('aria-disabled');
  for (const button of [
    lane('staging').getByRole('button', { name: 'Switch version' }),
    lane('staging').getByRole('button', { name: 'Roll back to 0.1.3' }),
  ]) {
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(otherNamespace);
  }
  lane('staging').element().focus();
  await userEvent.keyboard('r');
  await userEvent.keyboard('{Control>}k{/Control}Roll back staging');
  const line = page.getByRole('option', { name: /^Roll back staging/ });
  await expect.element(line).toHaveAttribute('aria-disabled', 'true');
  await expect.element(line).toMatchTextContent(/This token is for another namespace/);
  expect(core.called.filter(({ name }) => name === 'namespaces.switch')).toEqual([]);
});

test('the sheet of such a namespace says it once, and asks for nothing', async () => {
  const core = openForDev();
  await expect.element(lane('staging')).toBeVisible();
  core.called.length = 0;
  openSwitch({ instance_id: 'eu', game_id: dayOne.game_id, namespace_id: dayLane('staging') }, dayVersion('0.1.2'));
  const sheet = page.getByRole('dialog', { name: 'Switch version of staging' });
  // The description of the button is the other one.
  await expect.element(sheet.getByText(otherNamespace).first()).toBeVisible();
  const submit = sheet.getByRole('button', { name: 'Switch staging to 0.1.2' });
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  expect(sheet.element().textContent?.split(otherNamespace)).toHaveLength(3);
  expect(core.called.map(({ name }) => name)).not.toContain('versions.compare');
});
