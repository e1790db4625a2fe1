// Lanes of the board in tests: to find one, to give it a way back, and to see what it was switched to.
import { inject } from 'vitest';
import { page } from 'vitest/browser';
import type { createFakeCore } from './fake-core.ts';

type Core = ReturnType<typeof createFakeCore>;
export const lane = (name: string) => page.getByRole('article', { name: `Namespace ${name}` });
export const switches = (core: Core) =>
  core.called.filter(({ name }) => name === 'namespaces.switch').map(({ input }) => input);

export function goesBack(core: Core, version_id: string, display_name: string): void {
  core.handlers['namespaces.history'] = async () => ({
    rows: [],
    has_more: false,
    previous: { version_id, display_name },
  });
  core.handlers['namespaces.switch'] = async () => ({ outcome: 'switched', sentence: 'Done.', version_id });
}

export async function picture(name: string): Promise<void> {
  if (inject('pictures')) await page.screenshot({ path: `test-results/window/${name}.png` });
}
