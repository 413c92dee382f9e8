/** The most characters of one emoji; families and flags of regions are long. */
export const longestEmoji = 16;
const FEW = 5;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment);

/** Only the parts of emojis, and not just a digit or a skin tone. */
const isEmoji = (letter: string) =>
  /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(letter) &&
  /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\u{FE0F}?\u{20E3}/u.test(letter);

/** A few emojis and nothing else. */
export function areFewEmojis(text: string, most = FEW): boolean {
  if (text.length > most * longestEmoji) return false;
  const found = lettersOf(text);
  return found.length > 0 && found.length <= most && found.every(isEmoji);
}

/** Exactly one emoji as keyboards write it: a picture with its skin tone, several joined to one, a flag or a keycap. */
export const isOneEmoji = (text: string): boolean => areFewEmojis(text, 1);
