import { z } from 'zod';
import { isOneEmoji, longestEmoji } from '../emoji.ts';

export const Emoji = z
  .string()
  .max(longestEmoji, { error: 'Choose one emoji', abort: true })
  .refine(isOneEmoji, 'Choose one emoji');

export const Reaction = z
  .object({ emoji: z.string(), count: z.number().int(), is_mine: z.boolean() })
  .meta({ id: 'Reaction' });
export type Reaction = z.infer<typeof Reaction>;
