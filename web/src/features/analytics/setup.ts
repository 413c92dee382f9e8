import type { Setup } from './analytics.queries.ts';

export const ENOUGH_PEOPLE = 10;

export const isSetUp = ({ has_brand, has_hours, has_sessions, members }: Setup) =>
  has_brand && has_hours && has_sessions && members >= ENOUGH_PEOPLE;
