// What a measure is: one row of the table that npm run bench prints.

export interface Measure {
  readonly name: string;
  /** In words, with its unit: "under 300 ms". */
  readonly goal: string;
  /** Answers the result with its unit: "212 ms". */
  readonly run: () => Promise<string>;
}
