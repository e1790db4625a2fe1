// The person's settings: read leniently, so that one bad value never costs the others, and published as they change.
import { type ValueSource, valueSource } from '../../../src-shared/bridge/source.ts';
import { type Settings, settings } from '../../../src-shared/settings/bridge.ts';
import type { SettingsFile } from './settings-file.ts';

/** Some settings; one that is undefined stays as it is. */
export type SettingsRequest = { [K in keyof Settings]?: Settings[K] | undefined };

export type SettingsService = {
  get(): Settings;
  set(change: SettingsRequest): Settings;
  /** Takes what another process wrote; answers the settings before. */
  readAgain(): Settings;
  readonly source: ValueSource<Settings>;
};

export function createSettingsService(file: SettingsFile): SettingsService {
  const source = valueSource(readSettings(file.read()));
  return {
    get: () => source.snapshot(),
    set: (change) => {
      const given = withoutAbsent(change);
      settings.parse({ ...source.snapshot(), ...given });
      file.change(() => given);
      const next = readSettings(file.read());
      source.set(next);
      return next;
    },
    readAgain: () => {
      const before = source.snapshot();
      const found = readSettings(file.read());
      if (JSON.stringify(found) !== JSON.stringify(before)) source.set(found);
      return before;
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

function withoutAbsent(change: SettingsRequest): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
