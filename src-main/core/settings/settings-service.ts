// The person's settings: read leniently, so that one bad value never costs the others, and published as they change.
import { type ValueSource, valueSource } from '../../../src-shared/bridge/source.ts';
import { type Settings, settings } from '../../../src-shared/settings/bridge.ts';
import type { SettingsFile } from './settings-file.ts';

/** Some settings; one that is undefined stays as it is. */
export type SettingsWish = { [K in keyof Settings]?: Settings[K] | undefined };

export type SettingsService = {
  get(): Settings;
  set(change: SettingsWish): Settings;
  readonly source: ValueSource<Settings>;
};

export function createSettingsService(file: SettingsFile): SettingsService {
  const source = valueSource(readSettings(file.store));
  return {
    get: () => source.snapshot(),
    set: (change) => {
      const given = withoutAbsent(change);
      const next = settings.parse({ ...source.snapshot(), ...given });
      file.set(given);
      source.set(next);
      return next;
    },
    source,
  };
}

function readSettings(stored: Record<string, unknown>): Settings {
  const fields = Object.entries(settings.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return [name, parsed.success ? parsed.data : schema.parse(undefined)];
  });
  return settings.parse(Object.fromEntries(fields));
}

function withoutAbsent(change: SettingsWish): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
