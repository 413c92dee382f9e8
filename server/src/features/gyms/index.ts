import type { Feature } from '#platform/feature.ts';
import { gymsRoutes } from './gyms.routes.ts';

export { createGym, firstHours } from './gyms.creation.ts';
export { gymJsonSql } from './gyms.repo.ts';
export { areOpen, isOpen, openSql, spansSql } from './opening.ts';

export const gymsFeature = { routes: gymsRoutes } satisfies Feature;
