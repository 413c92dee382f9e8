import { ordinal } from '../spots/spot-status.ts';
import type { Finish } from './finish.queries.ts';

/** '5 of 6 came'. Where no one checked in, it only says who was in. */
export function cameInWords({ came, of, is_recorded, people }: Finish): string {
  const [first] = people;
  if (came === 2 && of === 2 && first) return `You and ${first.person.first_name}`;
  if (came === 1) return of === 1 || !is_recorded ? 'You showed up' : `1 of ${of} came`;
  if (!is_recorded) return `${came} of you trained`;
  return came === of ? `All ${of} came` : `${came} of ${of} came`;
}

/** 'Your 14th with Isla': the one among them with whom the reader has trained most often. */
export function togetherInWords({ people: [first] }: Finish): string | null {
  if (!first) return null;
  return `Your ${first.times === 1 ? 'first' : ordinal(first.times)} with ${first.person.first_name}`;
}

/** 'Ben and 2 others gave kudos'. */
export function kudosInWords({ kudos_from: [first, second], kudos_count: count }: Finish): string | null {
  if (!first) return null;
  if (count === 1) return `${first.first_name} gave you kudos`;
  const rest = count === 2 && second ? second.first_name : `${count - 1} others`;
  return `${first.first_name} and ${rest} gave you kudos`;
}
