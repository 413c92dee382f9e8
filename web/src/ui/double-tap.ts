/** Two taps within this time are one: the second must not hit what has moved under the finger. */
export const DOUBLE_TAP_MS = 400;
