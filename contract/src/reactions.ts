import { z } from 'zod';
import { oneEmoji } from './emoji.ts';

export const Emoji = z.string().max(16, { error: 'Choose one emoji', abort: true }).regex(oneEmoji, 'Choose one emoji');

export const Reaction = z
  .object({ emoji: z.string(), count: z.number().int(), is_mine: z.boolean() })
  .meta({ id: 'Reaction' });
export type Reaction = z.infer<typeof Reaction>;
