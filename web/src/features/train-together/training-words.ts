import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { dateFormat } from '#ui/date-format.ts';
import type { Company, TrainingTime, TrainingTimes } from './train-together.queries.ts';

/** The day and the hour of a start, by the gym's clock. */
export function startInWords(
  { start_time }: TrainingTime,
  timeZone: string,
  now: number,
): { day: string; time: string } {
  const moment = new Date(start_time);
  const day = dayAt(moment, timeZone);
  const today = dayAt(now, timeZone);
  const time = dateFormat({ hour: 'numeric', minute: '2-digit', timeZone }).format(moment);
  if (day === today) return { day: 'Today', time };
  if (day === addDays(today, 1)) return { day: 'Tomorrow', time };
  return { day: dateFormat({ weekday: 'long', day: 'numeric', month: 'short', timeZone }).format(moment), time };
}

const theyOf = (company: Company) => ('userId' in company ? company.firstName : 'the group');

/** Why this time, without saying whose it is. */
export function basisInWords({ basis, can_come }: TrainingTime, company: Company, people: number): string {
  if (basis === 'near') return 'Close to your usual times';
  if (basis === 'yours') return 'You usually train then';
  if ('userId' in company) return `You and ${company.firstName} usually train then`;
  return can_come === people ? 'Everyone usually trains then' : `${can_come} of ${people} usually train then`;
}

/** What stands above the times. */
export function introduction({ times }: TrainingTimes, company: Company): string {
  if (times.length === 0) return "The gym isn't open in the coming week at a time that's free for you.";
  if (times.some(({ basis }) => basis !== 'near')) return `Tap a time to invite ${theyOf(company)}.`;
  return `There's no time you and ${theyOf(company)} usually train. These open times come closest.`;
}
