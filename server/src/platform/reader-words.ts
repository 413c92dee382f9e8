import { type TimeWords, timeWords } from '@spotter/contract/time-words.ts';
import { LRUCache } from 'lru-cache';

/** For readers without a language preference. */
export const usualWords = timeWords('en-AU');
const wordsByLanguage = new LRUCache<string, TimeWords>({ max: 200 });

/** The times in a language, such as the browser's first one, which it uses for its own times too. */
export function timeWordsFor(tag: string | null): TimeWords {
  if (tag === null) return usualWords;
  const known = wordsByLanguage.get(tag);
  if (known) return known;
  const words = isLanguage(tag) ? timeWords(tag) : usualWords;
  wordsByLanguage.set(tag, words);
  return words;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
