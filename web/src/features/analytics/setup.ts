import type { Answer } from '#platform/api/client.ts';

export type Setup = Answer<'getDashboard'>['setup'];

export const ENOUGH_PEOPLE = 10;

/** What a new gym has done, by the step of its checklist. */
export const doneSteps = ({ has_brand, has_hours, has_sessions, members }: Setup) => ({
  brand: has_brand,
  hours: has_hours,
  session: has_sessions,
  people: members >= ENOUGH_PEOPLE,
});

export const isSetUp = (setup: Setup) => Object.values(doneSteps(setup)).every(Boolean);
