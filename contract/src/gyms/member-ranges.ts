/** About how many members a gym has, as it says when it registers. Without zod, for screens. */
export const memberRanges = ['0-50', '51-200', '201-500', '501-1000', '1000+'] as const;
