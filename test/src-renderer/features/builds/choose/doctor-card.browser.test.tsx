// The card of a chosen build: from the drop over the doctor's words to the transfer that begins.
import { expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeSettings } from '../../../../../src-renderer/features/settings/settings-actions.ts';
import type { DoctorReport } from '../../../../../src-shared/builds/doctor/report.ts';
import { AppError } from '../../../../../src-shared/errors/app-error.ts';
import { messageFor } from '../../../../../src-shared/text/message.ts';
import type { ExaminedSource } from '../../../../../src-shared/transfers/bridge.ts';
import { card, drop, examining, gameHash, ready, staging, started, tidebreak } from '../../../support/dropped-build.ts';
import { openWindow } from '../../../support/open-window.tsx';
import { lost, runningLocal } from '../../../support/some-instances.ts';
import { someReport } from '../../../support/some-report.ts';
import { someServer } from '../../../support/some-servers.ts';

test('says of an archive how large it is and what it takes unpacked', async () => {
  const size = { bytes: 300_000_000, files: 1_200, packed_bytes: 200_000_000, packed_files: 1_000 };
  openWindow(examining(someReport({ size }), 'file', 80_000_000), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  await expect.element(card().getByText('80 MB packed 300 MB unpacked')).toBeVisible();
  await expect.element(card().getByText('1,200', { exact: true })).toBeVisible();
  await expect.element(card().getByText(/unpack it and drop the folder/)).toBeVisible();
});

test('asks nobody to unpack one program', async () => {
  const size = { bytes: 2_000, files: 1, packed_bytes: 2_000, packed_files: 1 };
  openWindow(examining(someReport({ size }), 'file', 2_000), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop(['server.py']);
  await expect.element(card().getByText('It is sent as it is.')).toBeVisible();
  await expect.element(card().getByText(/unpack it/)).not.toBeInTheDocument();
});

test('says what a build is, and sends it as it was found when nothing is changed', async () => {
  const core = openWindow(examining(someReport()), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  await expect.element(card().getByText('Node.js')).toBeVisible();
  await expect.element(card().getByText(/^38 MB unpacked/)).toBeVisible();
  await expect.element(card().getByText(/^1,200/)).toBeVisible();
  await expect.element(card().getByText(/symbolic links/)).not.toBeInTheDocument();
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.element(card()).not.toBeInTheDocument();
  await ready();
  expect(started(core)).toEqual([
    {
      source_id: 's1',
      instance_id: 'local',
      game_id: tidebreak.game_id,
      namespace_id: staging,
      name: '0.1.0',
      switch: true,
      keep: [],
      allow_secrets: [],
      fix_line_ends: true,
    },
  ]);
});

test('of several games none is chosen where nothing says which, and nothing is sent before that', async () => {
  const core = openWindow((made) => {
    examining(someReport())(made);
    made.games.set({ id: 'other', name_id: 'hollow', display_name: 'Hollow Circuit', total_player_count: 0 });
  }, '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  const game = card().getByRole('combobox', { name: 'Game' });
  await expect.element(game).toHaveTextContent('Choose a game');
  const button = card().getByRole('button', { name: 'Upload to Local' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  if (inject('pictures')) await page.screenshot({ path: 'test-results/window/card-no-game.png' });
  await userEvent.click(game);
  await userEvent.click(page.getByRole('option', { name: 'Tidebreak' }));
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.poll(() => started(core)).toMatchObject([{ game_id: tidebreak.game_id, namespace_id: staging }]);
});

test('proposes the name that package.json gives the game, and shows what is good to know as no success', async () => {
  const sentence = messageFor('doctor.ports-unknown');
  const finding = {
    severity: 'info' as const,
    code: 'ports_unknown',
    sentence,
    hint: messageFor('doctor.do-name-ports'),
  };
  openWindow((made) => {
    examining(someReport({ package_name: 'tide-break', findings: [finding] }))(made);
    made.games.remove(tidebreak.game_id);
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
  drop();
  await expect.element(card().getByRole('textbox', { name: 'Name of the new game' })).toHaveValue('Tide break');
  const found = card().getByRole('list', { name: 'What was found' });
  await expect.element(found.getByText(/do not show which ports/)).toBeVisible();
  expect(found.element().querySelector('[data-slot~="glyph"] > circle'), 'a ring, and no check').not.toBeNull();
});

test('proposes the version that package.json says, and keeps one that was typed when another game is chosen', async () => {
  openWindow(examining(someReport({ package_version: '1.4.0' })), gameHash);
  await ready();
  drop();
  const version = card().getByRole('textbox', { name: 'Version' });
  await expect.element(version).toHaveValue('1.4.0');
  await userEvent.fill(version, 'friday-test');
  await userEvent.click(card().getByRole('combobox', { name: 'Game' }));
  await userEvent.click(page.getByRole('option', { name: 'A new game' }));
  await expect.element(version).toHaveValue('friday-test');
});

test('keeps a long name of a build within the card', async () => {
  const name = `${'x'.repeat(236)}.zip`;
  const examined = Promise.withResolvers<ExaminedSource>();
  openWindow((core) => {
    examining(someReport())(core);
    core.handlers['transfers.takeDropped'] = async () => ({ sources: [{ source_id: 's1', name }] });
    core.handlers['transfers.examine'] = () => examined.promise;
  }, '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop([name]);
  const dialog = page.getByRole('dialog', { name });
  const tooWide = () => {
    const popup = dialog.element();
    return [popup, ...popup.children].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  };
  await expect.element(dialog.getByRole('status')).toBeVisible();
  expect(tooWide()).toEqual([]);
  examined.resolve({ kind: 'file', bytes: 4_000_000, report: someReport() });
  await expect.element(dialog.getByText('Node.js')).toBeVisible();
  expect(tooWide()).toEqual([]);
  expect(getComputedStyle(dialog.getByRole('heading', { level: 2 }).element()).textOverflow).toBe('ellipsis');
});

test('goes to the lane it was dropped on, and with Shift only there without a launch', async () => {
  openWindow(examining(someReport()), gameHash);
  await ready();
  const lane = document.body.appendChild(document.createElement('div'));
  lane.dataset['dropNamespace'] = tidebreak.namespaces[0]?.namespace_id ?? '';
  drop(['harbor.zip'], {}, lane);
  await expect.element(card().getByRole('button', { name: 'Upload and launch on production' })).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Close' }));
  drop(['harbor.zip'], { shiftKey: true }, lane);
  await expect.element(card().getByRole('button', { name: 'Upload to Local' })).toBeVisible();
  await expect.element(card().getByRole('combobox', { name: 'Namespace' })).toMatchTextContent('Production');
  lane.remove();
});

test.each([
  ['drain', 'New lobbies open on 0.1.0. The server stops when it is empty, after 2 h at the latest.'],
  ['stop', '4 players are disconnected. Servers get 2 min to save and shut down.'],
] as const)('says whom a launch meets, where running servers end by %s', async (on_version_switch, words) => {
  const hosting = { server_count: 1, on_version_switch, drain_limit: 7_200_000, restart: 'back_off' } as const;
  openWindow((core) => {
    examining(someReport())(core);
    core.handlers['namespaces.settings'] = async () => ({ limits: null, hosting });
    const version = tidebreak.versions[0]?.version_id;
    const players = { now: 4, limit: 16, refused: 0 };
    core.servers.of(staging).list.set(someServer({ environment: staging, kept: true, version, players }));
  }, '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  await expect.element(card().getByText('staging keeps 1 server, which starts then.')).toBeVisible();
  await expect.element(card().getByText(`Who is affected: 1 server, 4 players right now. ${words}`)).toBeVisible();
});

test.each<[what: string, asks: Partial<DoctorReport>]>([
  ['a port that both listen on', { ports: [{ name: 'game', protocol: 'udp', internal_port: 7777 }] }],
  ['folders that both keep', { keep: ['saves'] }],
])('says that a launch waits for players where there is only one of %s', async (_what, asks) => {
  const hosting = { server_count: 1, on_version_switch: 'drain', drain_limit: 7_200_000, restart: 'back_off' } as const;
  openWindow((core) => {
    examining({ ...someReport(), ...asks })(core);
    core.handlers['namespaces.settings'] = async () => ({ limits: null, hosting });
    const [version] = tidebreak.versions;
    const settings = { arguments: [], ports: [], resources: null, kill_timeout: null, keep: ['saves'] };
    const facts = { version_id: version?.version_id ?? '', settings, unknown: {} };
    core.handlers['versions.compare'] = async () => ({ from: facts, to: facts, files: null });
    const players = { now: 4, limit: 16, refused: 0 };
    const game = { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } } as const;
    const life = { environment: staging, kept: true, version: version?.version_id, players };
    core.servers.of(staging).list.set(someServer({ ...life, network: { ports: { game } } }));
  }, '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  const words =
    '0.1.0 starts when nobody plays any more, after 2 h at the latest. New players join the old server until then.';
  await expect.element(card().getByText(`Who is affected: 1 server, 4 players right now. ${words}`)).toBeVisible();
});

test('launches on a protected namespace once its name is typed exactly', async () => {
  const core = openWindow(examining(someReport()), gameHash);
  const marks = tidebreak.namespaces.map(({ namespace_id: id }) => ({
    game_id: tidebreak.game_id,
    namespace_id: id,
  }));
  core.instances.set({ ...runningLocal, protected_namespaces: marks });
  await ready();
  drop();
  await userEvent.click(card().getByRole('checkbox', { name: /^Launch on staging/ }));
  const confirm = card().getByRole('textbox', { name: 'Type staging to confirm' });
  await userEvent.fill(confirm, 'Staging');
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.element(confirm).toHaveAccessibleDescription('Type staging to launch on it: it is protected.');
  expect(started(core)).toEqual([]);
  await userEvent.fill(confirm, 'staging');
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.element(card()).not.toBeInTheDocument();
  expect(started(core)).toMatchObject([{ confirm: 'staging', switch: true }]);
});

test('stops at secrets until each was decided about', async () => {
  const secrets = ['.env', 'id_rsa'].map((path) => ({ path, rule: path, reason: 'Holds keys', bytes: 40 }));
  const core = openWindow(examining(someReport({ secrets })), gameHash);
  await ready();
  drop();
  const button = card().getByRole('button', { name: 'Upload to Local' });
  await expect.element(button).toHaveAccessibleDescription('Decide about each secret first');
  await userEvent.click(card().getByRole('checkbox', { name: 'Send .env anyway' }));
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(card().getByRole('checkbox', { name: 'Send id_rsa anyway' }));
  await userEvent.click(button);
  await expect.element(card()).not.toBeInTheDocument();
  expect(started(core)[0]).toMatchObject({ allow_secrets: ['.env', 'id_rsa'] });
});

test('stops a build for another system, in words with what to do', async () => {
  const finding = { severity: 'block', code: 'wrong_platform', hint: 'Export it for Linux.' } as const;
  const findings = [{ ...finding, path: 'Server.exe', sentence: 'Server.exe is for Windows and cannot run here.' }];
  const core = openWindow(examining(someReport({ findings })), gameHash);
  await ready();
  drop();
  await expect.element(card().getByText(/Export it for Linux\./)).toBeVisible();
  const button = card().getByRole('button', { name: 'Upload to Local' });
  await expect.element(button).toHaveAccessibleDescription(/is for Windows/);
  await userEvent.click(button, { force: true });
  expect(started(core)).toEqual([]);
});

test('makes a game with its first build, says at the field what is wrong with its name, and makes no second one', async () => {
  let failures = 1;
  const core = openWindow((made) => {
    examining(someReport())(made);
    made.games.remove(tidebreak.game_id);
    made.handlers['transfers.start'] = async () => {
      failures -= 1;
      if (failures === 0) throw new AppError('TRANSFER_JOURNAL', { text: 'The journal cannot be used.' });
      return { transfer_id: 't1' };
    };
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local is running' })).toBeVisible();
  drop();
  const name = card().getByRole('textbox', { name: 'Name of the new game' });
  await expect.element(name).toHaveValue('Harbor');
  await userEvent.fill(name, 'two  spaces');
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.element(name).toHaveAccessibleDescription(/Use single spaces/);
  await userEvent.fill(name, 'Harbor');
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.element(card().getByText('The journal cannot be used. Nothing was sent.')).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Upload and launch on staging' }));
  await expect.element(card()).not.toBeInTheDocument();
  expect(core.called.filter(({ name: called }) => called === 'games.create')).toHaveLength(2);
  expect(started(core)[1]).toMatchObject({ switch: true, name: expect.stringMatching(/^0\.\d\.\d$/) });
});

test('answers a second drop in the card of the first, and several things at once with one sentence', async () => {
  const core = openWindow(examining(someReport()), gameHash);
  await ready();
  drop(['a.zip', 'b.zip']);
  await expect.element(page.getByText(/a\.zip, b\.zip were dropped together/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Choose another build' }));
  await expect.element(page.getByRole('dialog', { name: 'Choose a build' })).toBeVisible();
  drop();
  await expect.element(card()).toBeVisible();
  drop(['second.zip']);
  await expect.element(card().getByText(/Another build is open here/)).toBeVisible();
  expect(core.called.filter(({ name }) => name === 'transfers.takeDropped')).toHaveLength(1);
  await userEvent.click(card().getByRole('button', { name: 'Close' }));
  expect(core.called.at(-1)).toEqual({ name: 'transfers.release', input: { source_id: 's1' } });
});

test('keeps what was decided while the instance does not answer, and says why it waits', async () => {
  const core = openWindow(examining(someReport()), gameHash);
  await ready();
  drop();
  await userEvent.fill(card().getByRole('textbox', { name: 'Version' }), 'v9');
  core.instances.set({ ...runningLocal, ...lost('Local', Date.now() + 9_000) });
  const button = card().getByRole('button', { name: 'Upload to Local' });
  await expect.element(button).toHaveAccessibleDescription(/does not answer yet/);
  await expect.element(card().getByRole('textbox', { name: 'Version' })).toHaveValue('v9');
  core.instances.set(runningLocal);
  await expect.element(button).not.toHaveAttribute('aria-disabled');
});

test('says in the card why nothing could be read', async () => {
  openWindow((made) => {
    examining(someReport())(made);
    made.handlers['transfers.examine'] = async () => {
      throw new AppError('PACK_SOURCE_UNREADABLE', { text: 'harbor is not there (any more).' });
    };
  }, gameHash);
  await ready();
  drop();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/harbor is not there \(any more\)/);
});

test('what was typed on a card that was closed stands there when the same build comes back, until it is sent', async () => {
  const core = openWindow(examining(someReport()), gameHash);
  await ready();
  const version = () => card().getByRole('textbox', { name: 'Version' });
  drop();
  await userEvent.fill(version(), 'reef');
  await userEvent.keyboard('{Escape}');
  await expect.element(card()).not.toBeInTheDocument();
  drop();
  await expect.element(version()).toHaveValue('reef');
  await userEvent.click(card().getByRole('button', { name: 'Upload to Local' }));
  await expect.element(card()).not.toBeInTheDocument();
  expect(started(core)).toMatchObject([{ name: 'reef' }]);
  drop();
  await expect.element(version()).not.toHaveValue('reef');
});

test('opens by its button, by Ctrl+U and from the palette', async () => {
  openWindow(examining(someReport()), gameHash);
  await ready();
  await userEvent.click(page.getByRole('button', { name: 'Upload build' }));
  const question = page.getByRole('dialog', { name: 'Choose a build' });
  await expect.element(question.getByRole('button', { name: 'Choose a folder' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}u{/Control}');
  await expect.element(question).toBeVisible();
});

test('says in German what was found, what to do about it, and why files are left out', async () => {
  const findings = [
    {
      severity: 'block' as const,
      code: 'missing_program',
      path: 'Server',
      sentence: messageFor('doctor.named-program-missing', {
        program: 'Server',
        why: messageFor('doctor.left-out-by-rule', { rule: '*.exe' }),
      }),
      hint: messageFor('doctor.do-take-in'),
    },
  ];
  const leftOut = { path: 'a.log', is_folder: false, rule: '*.log', bytes: 9, files: 1, untickable: false };
  const report = someReport({
    findings,
    leave_out: [{ ...leftOut, reason: messageFor('leave-out.written-while-running') }],
  });
  openWindow(examining(report), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  await expect.element(card().getByRole('list', { name: 'What was found' })).toBeVisible();
  await changeSettings({ language: 'de' });
  const found = card().getByRole('list', { name: 'Was gefunden wurde' });
  await expect
    .element(found)
    .toHaveTextContent(
      'slipway.json nennt das Programm Server, und das lässt die Regel *.exe weg. Nimm es doch auf, oder schreib „!“ und seinen Namen in .slipwayignore.',
    );
  const button = card().getByRole('button', { name: 'Hochladen und auf staging starten' });
  await expect.element(button).toHaveAccessibleDescription(/^slipway\.json nennt das Programm Server/);
  await expect.element(card().getByText('Geschrieben, während es lief; ändere es dort')).toBeInTheDocument();
});
