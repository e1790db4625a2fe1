// What a look at a data folder found: what is damaged, in sentences, and what is only worth knowing.

export type Finding = {
  about: 'records' | 'version' | 'build' | 'picture' | 'upload' | 'log' | 'file';
  /** The id of the record, or the name of the file. */
  id?: string;
  sentence: string;
};

export type Findings = {
  readonly damaged: Finding[];
  readonly notes: string[];
  damage(about: Finding['about'], sentence: string, id?: string): void;
  note(sentence: string): void;
};

export function createFindings(): Findings {
  const damaged: Finding[] = [];
  const notes: string[] = [];
  return {
    damaged,
    notes,
    damage: (about, sentence, id) => void damaged.push({ about, ...(id === undefined ? {} : { id }), sentence }),
    note: (sentence) => void notes.push(sentence),
  };
}
