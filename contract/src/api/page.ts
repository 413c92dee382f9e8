import { z } from 'zod';
import { largestPage } from '../limits.ts';
import { Id, queryNumber } from './primitives.ts';

/** `page` and `page_size`, for numbered pages. */
export function pageQuery(defaultSize = 20) {
  return z.object({
    page: queryNumber(1, 100_000).default(1),
    page_size: queryNumber(1, largestPage).default(defaultSize),
  });
}

/** One page of a list. `next` and `previous` are paths with their query, or null at the ends. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int().describe('The total number of items.'),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** Newest first; `before` is the id of the oldest item the client has. */
export const beforeId = Id.optional().describe('Only items older than the one with this id.');

/** Where a list of sessions continues; from the `next` of the previous page. */
export const Cursor = z
  .string()
  .max(120)
  .regex(/^[\w.:~+-]+$/, 'Not a valid cursor');

/** Where the stream of changes continues: the last answer's cursor, or a time stamp. */
export const Since = z
  .string()
  .regex(
    /^(\d{1,18}|\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2}))$/,
    'Use the cursor of the last answer, or a time stamp',
  )
  .refine((since) => /^\d+$/.test(since) || Number.isFinite(Date.parse(since)), 'Not a valid time');
