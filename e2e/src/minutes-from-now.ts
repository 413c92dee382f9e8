/** The start of a minute, this many minutes from now. */
export const minutesFromNow = (minutes: number) =>
  new Date(Math.ceil(Date.now() / 60_000 + minutes) * 60_000).toISOString();
