/** In characters. */
export const longestMessage = 4000;
