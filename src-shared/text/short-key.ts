// The short name under which a built catalogue keeps a sentence: English that is only looked up need not travel with the German.

/** A hash of 32 bits (FNV-1a), for sentences in which nothing has to be found again. The build sees to it that no two are the same. */
export function shortKey(sentence: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < sentence.length; at += 1) hash = Math.imul(hash ^ sentence.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}

/** Whether a sentence is found by what stands around its places, and so is kept as it is. */
export function isPattern(sentence: string): boolean {
  return sentence.includes('{1}');
}
