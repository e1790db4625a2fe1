// What a catalogue is: the sentences of one language, under the English ones.

/** The forms of a sentence with a count, by the plural categories that the language has. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** English sentence -> the same in the language. */
export type Catalogue = Readonly<Record<string, string | Forms>>;
