// How a dropped build is run: its program, arguments and ports as they were found, as the last version had them, or edited.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useServers } from '../../../../../src-renderer/features/servers/servers-store.ts';
import type { ProgramFound } from '../../../../../src-shared/builds/doctor/report.ts';
import { messageFor } from '../../../../../src-shared/text/message.ts';
import type { VersionSettings } from '../../../../../src-shared/versions/bridge.ts';
import { card, drop, examining, gameHash, ready, started, tidebreak } from '../../../support/dropped-build.ts';
import type { createFakeCore } from '../../../support/fake-core.ts';
import { openWindow } from '../../../support/open-window.tsx';
import { someReport } from '../../../support/some-report.ts';
import { someDetail, someServer } from '../../../support/some-servers.ts';

type FakeCore = ReturnType<typeof createFakeCore>;

test('shows what the fields of ports are for', async () => {
  openWindow(examining(someReport()), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  await userEvent.click(card().getByText(/^Starts /));
  for (const head of ['Name', 'Protocol', 'Internal number', 'Routing'])
    await expect.element(card().getByRole('group', { name: 'Ports' }).getByText(head, { exact: true })).toBeVisible();
});

test('says of an option and its place on one line that they are one argument', async () => {
  openWindow(examining(someReport()), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  await userEvent.click(card().getByText(/^Starts /));
  const lines = card().getByRole('textbox', { name: 'Arguments' });
  await userEvent.fill(lines, '--map\nreef\n-port {port}');
  const said = 'Each line is one argument, with its spaces. Put -port and {port} on two lines.';
  await expect.element(card().getByText(said)).toBeVisible();
  expect(lines.element().getAttribute('aria-invalid')).toBe('false');
  await userEvent.fill(lines, '--map\nreef\n-port\n{port}');
  await expect.element(card().getByText(said)).not.toBeInTheDocument();
});

test('sends what was edited: program, arguments, ports, what is left out', async () => {
  const leftOut = { path: 'a.pdb', is_folder: false, rule: '*.pdb', reason: 'Debug symbols', bytes: 9e6, files: 1 };
  const core = openWindow(examining(someReport({ leave_out: [{ ...leftOut, untickable: true }] })), gameHash);
  await ready();
  drop();
  await userEvent.click(card().getByText(/^Left out:/));
  await userEvent.click(card().getByRole('checkbox', { name: 'Leave out *.pdb' }));
  await userEvent.click(card().getByText(/^Starts/));
  await userEvent.click(card().getByRole('combobox', { name: 'Program' }));
  await userEvent.click(page.getByRole('option', { name: 'other.js' }));
  await userEvent.fill(card().getByRole('textbox', { name: 'Arguments' }), '--map\nreef');
  await userEvent.fill(card().getByRole('textbox', { name: 'Internal number of port 1' }), '7777');
  await userEvent.fill(card().getByRole('textbox', { name: 'Version' }), 'v1');
  // Elsewhere than on a lane it is only uploaded.
  await userEvent.click(card().getByRole('button', { name: 'Upload to Local' }));
  await expect.element(card()).not.toBeInTheDocument();
  expect(started(core)[0]).toMatchObject({
    name: 'v1',
    switch: false,
    keep: ['*.pdb'],
    settings: {
      program: 'other.js',
      arguments: ['--map', 'reef'],
      ports: { game: { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } } },
    },
  });
});

const lastVersion = '2f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a9';

/** The game with a version that was uploaded before, which ran like this. */
function withLast(
  core: FakeCore,
  settings: VersionSettings,
  program: string,
  was = { isSet: true, ranWell: false },
): void {
  const version_id = lastVersion;
  const last = { version_id, display_name: '0.1.0', create_ts: '2026-11-17T09:12:00.000Z' };
  core.game(tidebreak.game_id).set({ game: { ...tidebreak, versions: [...tidebreak.versions, last] } });
  const found: ProgramFound = { path: program, format: 'javascript', cpus: [], run_by: 'node', bytes: 2_000 };
  const facts = { version_id, settings, is_set: was.isSet, program: found, unknown: {} };
  const went = { is_running: true, rolled_back: false, crash_loop: !was.ranWell, ran_well: was.ranWell };
  core.handlers['versions.compare'] = async ({ namespace_id: asked }) => ({
    from: facts,
    to: facts,
    files: null,
    why_no_files: '',
    ...(asked === undefined ? {} : { namespace: { went, limits: null, also_runs: [] } }),
  });
}

const lastSettings: VersionSettings = {
  arguments: ['--map', 'reef'],
  ports: [{ name: 'game', protocol: 'udp', internal_port: 7777, routing: 'host' }],
  resources: null,
  kill_timeout: null,
};

test('proposes how the last version was run, says so, and takes what was found instead', async () => {
  const core = openWindow((fake) => {
    examining(someReport())(fake);
    withLast(fake, lastSettings, 'other.js');
  }, gameHash);
  await ready();
  drop();
  const note = card().getByText(/^Program, arguments and ports are set as in 0\.1\.0, the last version\./);
  await expect.element(note).toBeVisible();
  await expect.element(card().getByText(/^Starts other\.js/)).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Use what was found' }));
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(card().getByText(/^Starts server\.js/)).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Start it the same way' }));
  await expect.element(note).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Upload to Local' }));
  await expect.poll(() => started(core)).toHaveLength(1);
  expect(started(core)[0]).toMatchObject({
    settings: {
      program: 'other.js',
      arguments: ['--map', 'reef'],
      ports: { game: { protocol: 'udp', internal_port: 7777, routing: { host: {} } } },
    },
  });
});

test('unfolds the ports where nobody knows them, and proposes those that a server of the last version was seen on', async () => {
  const hint = messageFor('doctor.do-name-ports');
  const sentence = messageFor('doctor.ports-unknown');
  const finding = { severity: 'info' as const, code: 'ports_unknown', sentence, hint };
  const core = openWindow((fake) => {
    examining(someReport({ ports: [], findings: [finding] }))(fake);
    withLast(fake, { ...lastSettings, arguments: [], ports: [] }, 'server.js');
  }, gameHash);
  await ready();
  const seen = someServer({ version: lastVersion, network: { ports: {} } });
  const inspection = { traffic: {}, undeclared: [{ protocol: 'udp' as const, port: 8303 }] };
  useServers.setState({ detail: { ...someDetail(seen), inspection } });
  drop();
  await expect.element(card().getByRole('button', { name: 'Add a port' })).toBeVisible();
  const note = card().getByText(/^A server of 0\.1\.0, the last version, listens on UDP 8303\./);
  await expect.element(note).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Use this port' }));
  await expect.element(card().getByRole('textbox', { name: 'Internal number of port 1' })).toHaveValue('8303');
  await expect.element(note).not.toBeInTheDocument();
  await userEvent.click(card().getByRole('button', { name: 'Upload to Local' }));
  await expect.poll(() => started(core)).toHaveLength(1);
  expect(started(core)[0]).toMatchObject({ settings: { ports: { game: { protocol: 'udp', internal_port: 8303 } } } });
});

test('is only offered where a person is in the fields by the time it is known', async () => {
  const known = Promise.withResolvers<void>();
  openWindow((fake) => {
    examining(someReport())(fake);
    withLast(fake, lastSettings, 'other.js');
    const compare = fake.handlers['versions.compare'];
    fake.handlers['versions.compare'] = async (...asked) => {
      await known.promise;
      return await compare(...asked);
    };
  }, gameHash);
  await ready();
  drop();
  await userEvent.click(card().getByText(/^Starts /));
  const lines = card().getByRole('textbox', { name: 'Arguments' });
  await userEvent.click(lines);
  const found = (lines.element() as HTMLTextAreaElement).value;
  known.resolve();
  await expect.element(card().getByText(/^0\.1\.0, the last version, was started differently\./)).toBeVisible();
  await expect.element(lines).toHaveValue(found);
  await userEvent.keyboard('--bots');
  await expect.element(lines).toHaveValue(`${found}--bots`);
  // What was typed stands also where the rest is taken.
  await userEvent.click(card().getByRole('button', { name: 'Start it the same way' }));
  await expect.element(card().getByText(/^Starts other\.js/)).toBeVisible();
  await expect.element(lines).toHaveValue(`${found}--bots`);
});

test('what nobody set and did not run well is offered, and what was found in the build stands', async () => {
  openWindow((fake) => {
    examining(someReport())(fake);
    withLast(fake, lastSettings, 'other.js', { isSet: false, ranWell: false });
  }, gameHash);
  await ready();
  drop();
  await expect.element(card().getByText(/^0\.1\.0, the last version, was started differently\./)).toBeVisible();
  await expect.element(card().getByText(/^Starts server\.js/)).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: 'Start it the same way' }));
  await expect.element(card().getByText(/^Starts other\.js/)).toBeVisible();
});

test('what nobody set is proposed where it ran well', async () => {
  openWindow((fake) => {
    examining(someReport())(fake);
    withLast(fake, lastSettings, 'other.js', { isSet: false, ranWell: true });
  }, gameHash);
  await ready();
  drop();
  await expect.element(card().getByText(/^Starts other\.js/)).toBeVisible();
});

test.each([
  ['a build that says itself how it is run', someReport({ manifest: { state: 'valid', problems: [] } }), 'other.js'],
  ['another program', someReport(), 'elsewhere.js'],
])('proposes nothing for %s', async (_, report, program) => {
  openWindow((fake) => {
    examining(report)(fake);
    withLast(fake, lastSettings, program);
  }, gameHash);
  await ready();
  drop();
  await expect.element(card().getByText(/^Starts server\.js/)).toBeVisible();
  await expect.element(card().getByText(/the last version\.$/)).not.toBeInTheDocument();
});

test('says where a build looks like one of another game, names the game on its button and launches nothing by itself', async () => {
  openWindow((fake) => {
    examining(someReport(), 'file')(fake);
    withLast(fake, lastSettings, 'regatta.js');
  }, '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  const said = 'Builds of Tidebreak so far started regatta.js. This one starts server.js.';
  await expect.element(card().getByText(said)).toBeVisible();
  const launch = card().getByRole('checkbox', { name: /^Launch on staging/ });
  expect(launch.element()).not.toBeChecked();
  await expect.element(card().getByRole('button', { name: 'Upload to Tidebreak' })).toBeVisible();
  await userEvent.click(launch);
  await expect.element(card().getByRole('button', { name: 'Upload to Tidebreak and launch on staging' })).toBeVisible();
  const another = card().getByRole('button', { name: 'Choose another build' }).element();
  const edge = card().element().getBoundingClientRect().left;
  expect(another.getBoundingClientRect().left, 'within the card also where that is narrow').toBeGreaterThan(edge);
  await userEvent.click(card().getByRole('combobox', { name: 'Game' }));
  await userEvent.click(page.getByRole('option', { name: 'A new game' }));
  await expect.element(card().getByText(said)).not.toBeInTheDocument();
});

const unsure = {
  severity: 'warn' as const,
  code: 'unsure_program',
  sentence: 'Several programs could be the server: server.js, other.js.',
  hint: 'Choose one.',
};

test('asks which program to start where none stands out, and sends nothing before', async () => {
  const core = openWindow(examining(someReport({ findings: [unsure] })), '#/welcome');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  drop();
  const upload = card().getByRole('button', { name: 'Upload and launch on staging' });
  await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
  await expect.element(card().getByText(unsure.sentence)).toBeVisible();
  const program = card().getByRole('combobox', { name: 'Program' });
  await expect.element(program).toHaveTextContent('Choose a program');
  await userEvent.click(program);
  await userEvent.click(page.getByRole('option', { name: 'server.js' }));
  await expect.element(card().getByText(unsure.sentence)).not.toBeInTheDocument();
  await userEvent.click(upload);
  await expect.poll(() => started(core)).toMatchObject([{ settings: { program: 'server.js' } }]);
});

test('asks nobody which program to start where the last version says so', async () => {
  const settings = { ...lastSettings, arguments: someReport().arguments };
  openWindow((fake) => {
    examining(someReport({ findings: [unsure] }))(fake);
    withLast(fake, settings, 'server.js');
  }, gameHash);
  await ready();
  drop();
  await expect.element(card().getByText(/^Starts server\.js/)).toBeVisible();
  await expect.element(card().getByRole('button', { name: 'Upload to Local' })).not.toHaveAttribute('aria-disabled');
});
