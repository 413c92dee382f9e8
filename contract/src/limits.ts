/** Limits of what is not about sessions (see `sessions/limits.ts`). No schema, so that a screen needs no zod for them. */

/** In characters. */
export const longestMessage = 4000;
export const longestInviteCode = 20;
export const longestNominationComment = 4000;
export const passwordLength = { least: 8, most: 128 } as const;

/** In bytes. */
export const largestImage = 5 * 1024 * 1024;

/** How long to wait before another verification code is sent. */
export const resendCodeSeconds = 60;
