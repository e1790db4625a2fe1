// The first page, connecting a remote and the card of a build as axe sees them, in both themes, calm and in trouble.
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../support/axe.ts';
import { openWindow } from '../../support/open-window.tsx';
import { someReport } from '../../support/some-report.ts';

beforeEach(() => page.viewport(1280, 800));

const certificate = {
  fingerprint: 'AB:CD:EF',
  subject: 'eu.example',
  issuer: 'eu.example',
  names: 'eu.example',
  valid_from: 'Nov 1 2026',
  valid_to: 'Nov 1 2027',
  self_signed: true,
};

test('the first page, and a question about a certificate on it', async () => {
  openWindow((core) => {
    core.handlers['instances.add'] = async () => ({
      outcome: 'certificate',
      sentence: 'It is self-signed.',
      certificate,
    });
  });
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  await expectAccessible('[data-slot~="window"]');
  await userEvent.fill(page.getByLabelText('URL'), 'eu.example');
  await userEvent.fill(page.getByLabelText('Token'), 'x');
  await userEvent.click(page.getByRole('button', { name: 'Connect', exact: true }));
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible('[data-slot~="window"]');
});

test('the dialog that connects a remote, with what is wrong at its fields', async () => {
  openWindow();
  await userEvent.click(page.getByRole('button', { name: 'Connect a remote' }));
  await expectAccessible('[data-slot~="dialog"]');
});

test('the card of a build with secrets, findings and all that can be edited', async () => {
  const leftOut = { path: 'a.pdb', is_folder: false, rule: '*.pdb', reason: 'Debug symbols', bytes: 9e6, files: 1 };
  const report = someReport({
    secrets: [{ path: '.env', rule: '.env', reason: 'Holds keys', bytes: 40 }],
    leave_out: [{ ...leftOut, untickable: true }],
    findings: (['block', 'warn', 'info'] as const).map((severity) => {
      return { severity, code: `of_${severity}`, sentence: `This is ${severity}.`, hint: 'Do something.' };
    }),
  });
  openWindow((core) => {
    core.handlers['transfers.takeDropped'] = async () => ({ sources: [{ source_id: 's1', name: 'harbor' }] });
    core.handlers['transfers.examine'] = async () => ({ kind: 'folder', report });
  });
  await expect.element(page.getByRole('heading', { name: 'Local is running' })).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], 'harbor.zip'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole('heading', { name: 'Secrets stop the upload' })).toBeVisible();
  await userEvent.click(page.getByText(/^Left out:/));
  await userEvent.click(page.getByText(/^Starts/));
  await expectAccessible('[data-slot~="dialog"]');
});
