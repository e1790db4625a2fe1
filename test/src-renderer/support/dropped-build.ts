// A build that is dropped on the window, the core that examines it, and its card.
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import type { ExaminedSource } from '../../../src-shared/transfers/bridge.ts';
import { type createFakeCore, fullGame } from './fake-core.ts';

type FakeCore = ReturnType<typeof createFakeCore>;
export const tidebreak = fullGame('3f9c27d4-61b8-4c3e-9a51-7d20b4c8e1a7', 'Tidebreak', 'tidebreak');
export const staging = tidebreak.namespaces[1]?.namespace_id ?? '';
export const gameHash = `#/games/local/${tidebreak.game_id}`;

/** A core that gives a handle for whatever is dropped, and this report for it. */
export function examining(report: DoctorReport, kind: ExaminedSource['kind'] = 'folder', bytes = 4_000_000) {
  return (core: FakeCore) => {
    const { game_id: id, name_id, display_name } = tidebreak;
    core.games.set({ id, name_id, display_name, total_player_count: 0 });
    core.game(id).set({ game: tidebreak });
    core.handlers['transfers.takeDropped'] = async () => ({ sources: [{ source_id: 's1', name: 'harbor' }] });
    core.handlers['transfers.examine'] = async () => (kind === 'folder' ? { kind, report } : { kind, bytes, report });
    core.handlers['transfers.release'] = async () => undefined;
    core.handlers['transfers.start'] = async () => ({ transfer_id: 't1' });
  };
}

export function drop(names = ['harbor.zip'], init: DragEventInit = {}, on: Element = document.body): void {
  const dataTransfer = new DataTransfer();
  for (const name of names) dataTransfer.items.add(new File(['x'], name));
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...init });
  on.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
}

export const card = () => page.getByRole('dialog', { name: 'harbor', exact: true });
export const started = (core: FakeCore) =>
  core.called.filter(({ name }) => name === 'transfers.start').map(({ input }) => input);
export const ready = async () =>
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tidebreak' })).toBeVisible();
