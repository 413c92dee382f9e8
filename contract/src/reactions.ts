import { z } from 'zod';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One picture or flag, and nothing but parts of emojis in it. */
const isEmoji = (text: string) =>
  /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(text) &&
  /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(text) &&
  [...graphemes.segment(text)].length === 1;

/** Exactly one emoji, with its skin tone or as a flag, as keyboards write it. */
export const Emoji = z.string().max(16, { error: 'Choose one emoji', abort: true }).refine(isEmoji, 'Choose one emoji');

export const Reaction = z
  .object({ emoji: z.string(), count: z.number().int(), is_mine: z.boolean() })
  .meta({ id: 'Reaction' });
export type Reaction = z.infer<typeof Reaction>;
