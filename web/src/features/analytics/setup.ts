import { enoughMembers } from '@spotter/contract/limits.ts';
import type { Answer } from '#platform/api/client.ts';

export type Setup = Answer<'getDashboard'>['setup'];

/** What a new gym has done, by the step of its checklist. */
export const doneSteps = ({ has_brand, has_hours, has_sessions, members }: Setup) => ({
  brand: has_brand,
  hours: has_hours,
  session: has_sessions,
  people: members >= enoughMembers,
});

export const isSetUp = (setup: Setup) => Object.values(doneSteps(setup)).every(Boolean);
