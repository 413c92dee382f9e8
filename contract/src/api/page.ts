import { z } from 'zod';
import { Id, queryNumber } from './primitives.ts';

export const largestPage = 100;

/** `page` and `page_size`, for lists that are leafed through. */
export function pageQuery(defaultSize = 20) {
  return z.object({
    page: queryNumber(1, 100_000).default(1),
    page_size: queryNumber(1, largestPage).default(defaultSize),
  });
}

/** One page of a list. `next` and `previous` are paths with their query, ready to be called, or null at the ends. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int().describe('How many there are in all.'),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** The newest come first; `before` is the id of the oldest one already held. */
export const beforeId = Id.optional().describe('Only items older than the one with this id.');

/** Where a list of sessions goes on; taken from the `next` of the page before. */
export const Cursor = z
  .string()
  .max(120)
  .regex(/^[\w.:~+-]+$/, 'Not a valid cursor');

/** Where the stream of changes goes on: the cursor of the last answer, or a time stamp. */
export const Since = z
  .string()
  .regex(
    /^(\d{1,18}|\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2}))$/,
    'Use the cursor of the last answer, or a time stamp',
  )
  .refine((since) => /^\d+$/.test(since) || Number.isFinite(Date.parse(since)), 'Not a valid time');
