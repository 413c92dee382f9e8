import type { DemoDataJob } from './demo-data.queries.ts';

type Kind = DemoDataJob['kind'];

export const kindNames: Record<Kind, string> = {
  barbell_club: 'Barbell club',
  yoga_studio: 'Yoga studio',
  climbing_hall: 'Climbing hall',
  chain: 'Chain',
};

export const kindOptions = (Object.entries(kindNames) as [Kind, string][]).map(([value, label]) => ({ value, label }));
