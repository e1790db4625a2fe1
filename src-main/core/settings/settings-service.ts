// The person's settings: read leniently, so that one bad value never costs the others, and published as they change.
import { type ValueSource, valueSource } from '../../../src-shared/bridge/source.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
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
      keep(file, given);
      source.set(next);
      return next;
    },
    source,
  };
}

/** What can not be kept is not changed: it would be another after the next start. */
function keep(file: SettingsFile, given: Record<string, unknown>): void {
  try {
    file.set(given);
  } catch (cause) {
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    throw new AppError('SETTINGS_UNWRITABLE', `The settings can not be written${why}. Nothing was changed.`, { cause });
  }
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
