// The settings of a game in the window: names checked while typed, a picture cropped and sent, tokens, and a device that waits.
import { beforeEach, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '../../../../src-shared/errors/app-error.ts';
import type { Token } from '../../../../src-shared/service/tokens.ts';
import { type createFakeCore } from '../../support/fake-core.ts';
import { focusOn, openWindow } from '../../support/open-window.tsx';
import { pressOutside } from '../../support/press-outside.ts';
import { runningLocal } from '../../support/some-instances.ts';
import { tidebreak } from '../../support/some-servers.ts';

beforeEach(() => page.viewport(1280, 800));

type Core = ReturnType<typeof createFakeCore>;

function open(prepare: (core: Core) => void = () => undefined): Core {
  return openWindow((core) => {
    core.game(tidebreak.game_id).set({ game: tidebreak });
    core.handlers['games.tokens'] = async () => ({ tokens: [] });
    prepare(core);
  }, `#/games/local/${tidebreak.game_id}/settings`);
}

const inputs = (core: Core, wanted: string) =>
  core.called.flatMap(({ name, input }) => (name === wanted ? [input] : []));

test.each([1000, 1280, 1440])('begins at the left edge of the header in a window of %i px', async (width) => {
  await page.viewport(width, 800);
  open();
  const names = page.getByRole('heading', { name: 'Names', exact: true });
  await expect.element(names).toBeVisible();
  const left = (each: Element | null) => Math.round(each?.getBoundingClientRect().left ?? Number.NaN);
  const edge = left(document.querySelector('header [data-slot~="logo"]'));
  const starts = [
    ...document.querySelectorAll('nav[data-slot~="tabs"] a:first-child, [data-slot~="settings"] section > :is(h2, dl)'),
    page.getByText('Name', { exact: true }).element(),
    page.getByRole('textbox', { name: 'Name', exact: true }).element(),
  ];
  expect(starts.length).toBeGreaterThan(6);
  expect(starts.map(left)).toEqual(starts.map(() => edge));
  if (inject('pictures'))
    await page.screenshot({ path: `../../../../test-results/window/game-settings-edge-${width}.png` });
});

test('checks names while they are typed, and sets only what differs', async () => {
  const core = open((fake) => {
    fake.handlers['games.validateNames'] = async ({ name_id }) => ({
      errors: name_id === 'NO' ? [{ path: ['name-id', 'invalid'] }] : [],
    });
    fake.handlers['games.rename'] = async () => undefined;
  });
  const name_id = page.getByRole('textbox', { name: 'Name id' });
  await expect.element(page.getByRole('button', { name: 'Save names' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.fill(name_id, 'NO');
  await expect.element(page.getByText(/Use small letters, digits and single hyphens/)).toBeVisible();
  await userEvent.fill(name_id, 'tide');
  await expect.element(page.getByText(/Use small letters, digits and single hyphens/)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Save names' }));
  await expect
    .poll(() => inputs(core, 'games.rename'))
    .toEqual([{ instance_id: 'local', game_id: tidebreak.game_id, name_id: 'tide' }]);
});

test('keeps what was typed when the instance refuses it, and says why', async () => {
  open((fake) => {
    fake.handlers['games.validateNames'] = async () => ({ errors: [] });
    fake.handlers['games.rename'] = async () => {
      throw new AppError('INSTANCE_UNREACHABLE', { text: 'Local does not answer.' });
    };
  });
  await userEvent.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Tide 🌊');
  await userEvent.click(page.getByRole('button', { name: 'Save names' }));
  await expect.element(page.getByText('Local does not answer. The names were not changed.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Tide 🌊');
});

/** A picture that is red at the left half and blue at the right. */
async function wide(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1_200, height: 600 });
  const context = canvas.getContext('2d');
  for (const [at, colour] of ['#f00', '#00f'].entries()) {
    if (context !== null) context.fillStyle = colour;
    context?.fillRect(at * 600, 0, 600, 600);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new File([blob ?? ''], 'wide.png', { type: 'image/png' });
}

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="File of the logo"]');
  if (input === null) throw new Error('expected a field for a file');
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('crops a logo to a square, by the arrow keys as well, and sends it in pieces that fit the bridge', async () => {
  const pieces: Uint8Array[] = [];
  const core = open((fake) => {
    fake.handlers['games.beginPicture'] = async () => ({ picture_id: 'p' });
    fake.handlers['games.addToPicture'] = async ({ data }) => {
      pieces.push(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    };
    fake.handlers['games.sendPicture'] = async () => undefined;
  });
  await expect.element(page.getByText('A tile generated from the id')).toBeVisible();
  await choose(await wide());
  const dialog = page.getByRole('dialog', { name: 'Set the logo' });
  const area = dialog.getByRole('img', { name: /Preview of the logo/ });
  await expect.element(area).toBeVisible();
  focusOn(area.element());
  for (let n = 0; n < 10; n += 1) await userEvent.keyboard('{ArrowRight}');
  await userEvent.click(dialog.getByRole('button', { name: 'Set logo' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputs(core, 'games.sendPicture')).toEqual([{ picture_id: 'p' }]);
  const sent = new Blob(pieces as Uint8Array<ArrayBuffer>[], { type: 'image/png' });
  expect(inputs(core, 'games.beginPicture')).toMatchObject([{ kind: 'logo', mime: 'image/png', bytes: sent.size }]);
  const picture = await createImageBitmap(sent);
  expect([picture.width, picture.height]).toEqual([512, 512]);
  const canvas = new OffscreenCanvas(512, 512);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  // Moved to the right by half of what shows, only the blue half is taken.
  expect([...(context?.getImageData(4, 256, 1, 1).data ?? [])]).toEqual([0, 0, 255, 255]);
});

test('says in words that a file is no picture, and keeps a crop whose sending failed', async () => {
  open((fake) => {
    fake.handlers['games.beginPicture'] = async () => {
      throw new AppError('UPLOAD_TOO_LARGE', { text: 'A logo may have 5 MB, and this one has more.' });
    };
  });
  await expect.element(page.getByText('A tile generated from the id')).toBeVisible();
  await choose(new File(['<svg/>'], 'logo.svg.png'));
  await expect
    .element(page.getByText('logo.svg.png cannot be read as a picture. Use a PNG, JPEG or WebP file.'))
    .toBeVisible();
  await choose(await wide());
  const dialog = page.getByRole('dialog', { name: 'Set the logo' });
  await userEvent.click(dialog.getByRole('button', { name: 'Set logo' }));
  await expect.element(dialog.getByText('A logo may have 5 MB, and this one has more.')).toBeVisible();
  await expect.element(dialog.getByRole('img', { name: /Preview of the logo/ })).toBeVisible();
});

test('brings back a picture and its crop after Escape, until it is sent or Cancel takes it', async () => {
  open((fake) => {
    fake.handlers['games.beginPicture'] = async () => ({ picture_id: 'p' });
    fake.handlers['games.addToPicture'] = async () => undefined;
    fake.handlers['games.sendPicture'] = async () => undefined;
  });
  await expect.element(page.getByText('A tile generated from the id')).toBeVisible();
  const goOn = page.getByRole('button', { name: 'Continue with wide.png' });
  const dialog = page.getByRole('dialog', { name: 'Set the logo' });
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await choose(await wide());
  await userEvent.fill(zoom, '4');
  focusOn(dialog.getByRole('img').element());
  await userEvent.keyboard('{ArrowLeft}');
  const shown = () => (dialog.getByRole('img').element() as HTMLCanvasElement).toDataURL();
  const before = shown();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.click(goOn);
  await expect.element(zoom).toHaveValue('4');
  expect(shown()).toBe(before);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(goOn).not.toBeInTheDocument();
  await choose(await wide());
  await expect.element(zoom).toHaveValue('1');
  await userEvent.click(dialog.getByRole('button', { name: 'Set logo' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(goOn).not.toBeInTheDocument();
});

test('shows the secret of a new token once, with what a tool needs, and revokes one when asked twice', async () => {
  const made = {
    token_id: tidebreak.game_id,
    kind: 'cloud' as const,
    name: 'CI',
    create_ts: '2026-11-16T09:12:00.000Z',
    can: ['push' as const],
    environment_id: tidebreak.namespaces[1]?.namespace_id ?? '',
    expire_ts: '2026-11-17T09:12:00.000Z',
  };
  let tokens: Token[] = [];
  const answer = Promise.withResolvers<void>();
  const core = open((fake) => {
    fake.handlers['games.tokens'] = async () => ({ tokens });
    fake.handlers['games.createToken'] = async () => {
      await answer.promise;
      tokens = [made];
      return { token: 'slipway_cloud_hush', token_id: made.token_id };
    };
    fake.handlers['games.revokeToken'] = async () => {
      tokens = [];
    };
  });
  await expect.element(page.getByText('No tokens yet.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Create a token' }));
  const dialog = page.getByRole('dialog', { name: 'Create a token' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'CI');
  await userEvent.click(dialog.getByRole('combobox', { name: 'For' }));
  await userEvent.click(page.getByRole('option', { name: tidebreak.namespaces[1]?.name_id ?? '' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
  await userEvent.keyboard('{Escape}');
  await pressOutside();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  answer.resolve();
  await expect.element(dialog.getByText('slipway_cloud_hush', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/export SLIPWAY_TOKEN='slipway_cloud_hush'/)).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'PowerShell' }));
  await expect.element(dialog.getByText(/\$env:SLIPWAY_TOKEN = 'slipway_cloud_hush'/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await pressOutside();
  await expect.element(dialog.getByText('slipway_cloud_hush', { exact: true })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close, it is copied' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(document.body.innerHTML).not.toContain('hush');
  expect(inputs(core, 'games.createToken')).toEqual([
    {
      instance_id: 'local',
      game_id: tidebreak.game_id,
      name: 'CI',
      namespace_id: made.environment_id,
      can: ['push'],
      expires_in: 90 * 86_400,
    },
  ]);
  const row = page.getByRole('row', {
    name: /CI Upload builds and switch versions \S+ 16 Nov, .* expired 17 Nov, .* never/,
  });
  await expect.element(row).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Revoke', exact: true }));
  expect(inputs(core, 'games.revokeToken')).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Revoke CI now' }));
  await expect.element(page.getByText('No tokens yet.')).toBeVisible();
});

test('asks an instance that knows no limits for a token of a game or of a namespace alone', async () => {
  const core = open((fake) => {
    fake.instances.set({ ...runningLocal, why_not: { limited_tokens: { text: 'None here.' } } });
    fake.handlers['games.createToken'] = async () => ({ token: 'slipway_cloud_hush', token_id: tidebreak.game_id });
  });
  await userEvent.click(page.getByRole('button', { name: 'Create a token' }));
  const dialog = page.getByRole('dialog', { name: 'Create a token' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'CI');
  await expect.element(dialog.getByRole('combobox', { name: 'May use' })).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Expires' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Create token' }));
  await expect.element(dialog.getByText('slipway_cloud_hush', { exact: true })).toBeVisible();
  const place = { instance_id: 'local', game_id: tidebreak.game_id };
  expect(inputs(core, 'games.createToken')).toEqual([{ ...place, name: 'CI' }]);
});

test('links a device by what was pasted, whatever stands around its token', async () => {
  const token = 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl';
  const core = open((fake) => {
    fake.handlers['games.completeDeviceLink'] = async () => undefined;
  });
  const field = page.getByRole('textbox', { name: 'Device link' });
  await userEvent.fill(field, 'nothing in here');
  await userEvent.click(page.getByRole('button', { name: 'Link the device' }));
  await expect.element(page.getByText(/This is not a device link/)).toBeVisible();
  await userEvent.fill(field, ` https://games.example/devices/link?token=${token} `);
  await userEvent.click(page.getByRole('button', { name: 'Link the device' }));
  await expect.poll(() => inputs(core, 'games.completeDeviceLink')).toMatchObject([{ device_link_token: token }]);
  await expect.element(field).toHaveValue('');
});

test('says in words what an instance cannot', async () => {
  open((fake) => {
    fake.instances.set({
      ...runningLocal,
      why_not: {
        tokens: 'This instance manages its tokens elsewhere.',
        update_game: 'This instance names its games elsewhere.',
      },
    });
  });
  await expect.element(page.getByText('This instance manages its tokens elsewhere.')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Save names' }))
    .toHaveAccessibleDescription('This instance names its games elsewhere.');
});
