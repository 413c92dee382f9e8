const MOST_WORDS = 8;

/** The words of a search; all have to be found. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}'’ʼ`´]+/gu)].map(([word]) => word).slice(0, MOST_WORDS);
