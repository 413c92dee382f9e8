import { dateFormat } from '#ui/date-format.ts';

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
let relative: Intl.RelativeTimeFormat | undefined;

/** 'now', '5 minutes ago', 'in 2 hours', 'yesterday'. */
export function agoWords(moment: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(moment) - now) / 1000);
  relative ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  for (const [unit, length] of steps)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return relative.format(0, 'second');
}

const exact = dateFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
export const momentWords = (moment: string) => exact.format(new Date(moment));

/** '12.5 ms', '1.2 s'; a histogram knows nothing above its last bucket. */
export function durationWords(milliseconds: number): string {
  if (milliseconds >= 5_000) return 'over 5\u00a0s';
  const [value, unit, digits] =
    milliseconds >= 1_000 ? ([milliseconds / 1000, 's', 1] as const) : ([milliseconds, 'ms', 0] as const);
  return `${value.toLocaleString(undefined, { maximumFractionDigits: digits })}\u00a0${unit}`;
}

/** Counts end at 10,000. */
export const countWords = (count: number) => `${count.toLocaleString()}${count >= 10_000 ? '+' : ''}`;

const keyNames: Record<string, { label: string; note: string }> = {
  TOKEN_SECRET: { label: 'Sign-in key', note: 'Signs the tokens of signed-in people' },
  PUSH_KEY: { label: 'Push key', note: 'Signs push notifications' },
};
export const keyWords = (name: string) => keyNames[name] ?? { label: name, note: '' };

const day = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });
/** '260 days old', and since when it is used. */
export function keyAgeWords(since: string, now = Date.now()): { age: string; used: string } {
  const days = Math.floor((now - Date.parse(since)) / 86_400_000);
  const age = days < 1 ? 'New today' : days === 1 ? '1 day old' : `${days.toLocaleString()} days old`;
  return { age, used: `Used since ${day.format(new Date(since))}` };
}

/** A version and the build that made it: 0.1.0+74e1b751. */
export function versionWords(version: string): { release: string; build: string | null } {
  const [release = version, build = null] = version.split('+');
  return { release, build: build && `Build ${build}` };
}
