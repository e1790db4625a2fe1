// What a shell that can update itself lends the core. Nothing is asked of any host before `check`.
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

/** A version that is newer than the one that runs. */
export type NewerVersion = { version: string; notes: string[] };

export type Updater = {
  /** Where it asks, for sentences. */
  readonly host: string;
  /** The newest version, or nothing when that is the one that runs. */
  check(): Promise<NewerVersion | undefined>;
  /** Brings the version that was found, and makes sure that it is the one that was announced. */
  load(onPart: (part: number) => void): Promise<void>;
  /** Why it could not be put in place here, found before anything ends; nothing when it can. */
  whyNotInstall(): Promise<Message | undefined>;
  /** Ends the app and starts the newer one. */
  install(): Promise<void>;
};

/** A shell that cannot, with the reason as a sentence. */
export type NoUpdater = { unable: Message };

export const runsFromSources: NoUpdater = {
  unable: messageFor('update.from-sources'),
};
