import { longestCancelReason } from '@spotter/contract/limits.ts';
import { ruleInWords } from '@spotter/contract/sessions/repeat-rule.ts';

/** A rule as the API describes it. */
export const repeatsInWords = (rule: string): string =>
  ruleInWords(rule, { now: new Date(), locale: 'en-AU' }) ?? 'Repeats';

/** Tells members about a new rule: 'It now repeats every week on Monday and Thursday'. */
export function nowRepeats(rule: string): string {
  const words = repeatsInWords(rule);
  const said = `It now repeats ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return said.length > longestCancelReason ? 'It now repeats on other days' : said;
}
