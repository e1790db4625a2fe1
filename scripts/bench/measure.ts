// What one measure is. It has a file of its own, as the list of measures imports all of them.

export interface Measure {
  readonly name: string;
  /** In words, with its unit: "under 300 ms". */
  readonly goal: string;
  /** Answers the result with its unit: "212 ms". */
  readonly run: () => Promise<string>;
}
