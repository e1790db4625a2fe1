// What is new in the version that runs: shown unasked once after an update, and in the settings at any time.
import { valueSource } from '../../../src-shared/bridge/source.ts';
import type { NewsView, VersionNews } from '../../../src-shared/updates/bridge.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** The version whose news were read, kept with the settings. */
const KEY = 'read_news_of';

export type News = ReturnType<typeof createNews>;

type NewsOptions = {
  file: Pick<SettingsFile, 'read' | 'change'>;
  news: VersionNews | undefined;
  version?: string;
  /** Takes what cannot be kept to the log: an app whose settings cannot be written starts all the same. */
  report(thrown: unknown): unknown;
};

export function createNews({ file, news, version = slipwayVersion, report }: NewsOptions) {
  const read = file.read()[KEY];
  const own = news?.version === version && news.notes.length > 0 ? news : null;
  // Whoever starts Slipway for the first time has updated nothing.
  const isUnread = own !== null && typeof read === 'string' && read !== version;
  const source = valueSource<NewsView>({ news: own, is_unread: isUnread });
  const keep = () => file.change(() => ({ [KEY]: version }));
  return {
    source,
    /** Keeps which version came first here. */
    start: () => {
      if (read !== undefined) return;
      try {
        keep();
      } catch (thrown) {
        report(thrown);
      }
    },
    read: () => {
      keep();
      source.set({ news: own, is_unread: false });
    },
  };
}
