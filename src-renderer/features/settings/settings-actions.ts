// Follows the settings and asks for changes. A change that fails is said, and the window stays as the core has it.

import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { SettingsChange } from '../../../src-shared/settings/bridge.ts';
import { client } from '../../bridge/client.ts';
import { phrase } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { useSettings } from './settings-store.ts';

/** Mirrors the settings until the answer is called. */
export function followSettings(): () => void {
  return client.subscribe('settings', {}, { next: (settings) => useSettings.setState({ settings }) });
}

/** Asks the core to keep a change. Answers whether it did. */
export async function changeSettings(change: SettingsChange): Promise<boolean> {
  try {
    useSettings.setState({ settings: await client.call('settings.set', change) });
    return true;
  } catch (thrown) {
    const error = asAppError(thrown);
    say({
      state: 'failed',
      title: phrase('The setting was not changed'),
      detail: phrase('{message} The old setting stays.', { message: error.message }),
    });
    return false;
  }
}

/** Asks the core to trust the authorities of a file; empty is none. Answers what is wrong with it. */
export async function setCaFile(file: string): Promise<string | undefined> {
  try {
    useSettings.setState({ settings: await client.call('settings.set', { ca_file: file }) });
    return undefined;
  } catch (thrown) {
    return asAppError(thrown).message;
  }
}
