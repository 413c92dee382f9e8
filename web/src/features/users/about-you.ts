import type { User } from '@spotter/contract/users/users.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** Set by a sign-up in this tab, until the new member has been asked. */
export const aboutYouDue = storedText(safeSessionStorage, 'about-you-due');

/** What suggestions are made of; someone who has trained a lot is known without it. */
export const saysHowTheyTrain = ({ goals, fitness_level, preferred_times }: User) =>
  goals.length > 0 && fitness_level !== null && preferred_times.length > 0;
