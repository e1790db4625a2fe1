// What a backup needs of the place where it is kept. Names are paths with slashes.

/** What is under a name is whole: it is there as it was given, or not at all. */
export type BackupPlace = {
  /** How people call it. */
  readonly name: string;
  /** Whatever lies in a folder of it and below; nothing where there is no such folder. */
  list(folder: string): Promise<Stored[]>;
  /** Something short. Undefined where there is nothing of that name. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  /** Brings a file there. */
  put(name: string, file: string): Promise<void>;
  /** Brings it into a file of this machine. */
  get(name: string, file: string): Promise<void>;
  /** Also one that is not there. */
  remove(name: string): Promise<void>;
  /** For its one writer: removes what another one that ended left half done. */
  tidy(): Promise<void>;
  close(): void;
};

/** The folder of a place where files are until they are whole: beside its file a draft would take the name of another one. */
export const DRAFTS = 'drafts';
/** What an older Slipway called the draft of a file, beside it. Kept files of a game may be called so as well. */
export const FORMER_DRAFT = '.part';

export type Stored = { name: string; bytes: number };
