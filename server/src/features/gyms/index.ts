import type { Feature } from '#platform/feature.ts';
import { gymsRoutes } from './gyms.routes.ts';

export { createGym } from './gyms.creation.ts';
export { brandingSql, gymJsonSql } from './gyms.repo.ts';
export { overrideColumns, readHours } from './hours.service.ts';
export {
  areOpen,
  holdHours,
  isOpen,
  nearestOpenSql,
  openAroundSql,
  openSql,
  sameTimeSql,
  spansSql,
} from './opening.ts';

export const gymsFeature = { routes: gymsRoutes } satisfies Feature;
