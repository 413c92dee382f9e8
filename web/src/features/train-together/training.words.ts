import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { workoutName } from '#platform/people/training-words.ts';
import type { Company, TrainingTime, TrainingTimes, Workout } from './train-together.queries.ts';

/** Why this time, from what is known. */
export function basisInWords({ basis, can_come }: TrainingTime, company: Company, people: number): string {
  const isPair = 'userId' in company;
  // What the other has then may be hidden from the reader.
  if (basis === 'open') return 'You have no other session then';
  if (basis === 'near') return 'Close to your usual times';
  if (basis === 'yours') return 'You usually train then';
  if (isPair && basis === 'theirs') return `${company.firstName} usually trains then`;
  if (isPair) return `You and ${company.firstName} usually train then`;
  if (can_come === people) return 'Everyone usually trains then';
  return `${can_come} of ${people} usually ${can_come === 1 ? 'trains' : 'train'} then`;
}

/** What stands above the times. */
export function introduction({ times }: TrainingTimes, company: Company): string {
  if (times.length === 0) return "The gym isn't open in the coming week at a time that's free for you.";
  if (!('userId' in company) || times.length === 1) return 'Pick a time.';
  return `Pick a time, or a few and let ${company.firstName} choose.`;
}

/** Names who trains, so that both sides and their lists know it: 'Strength: Ana and Tilly'. */
export function titleFor(workout: Workout, readerName: string, company: Company): string {
  const who = 'userId' in company ? `${readerName} and ${company.firstName}` : company.groupName;
  return cut(`${workoutName[workout]}: ${who}`, sessionLimits.title);
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As much as fits, in whole characters: half an emoji is a broken one. */
function cut(text: string, most: number): string {
  let kept = '';
  for (const { segment } of characters.segment(text)) {
    if (kept.length + segment.length > most) break;
    kept += segment;
  }
  return kept;
}
