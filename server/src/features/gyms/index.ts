import type { Feature } from '#platform/feature.ts';
import { gymsRoutes } from './gyms.routes.ts';

export { brandingSql, changeGym, gymJsonSql } from './gyms.repo.ts';
export { openGym } from './gyms-creation.service.ts';
export { registerNomination } from './nominations.service.ts';
export {
  areOpen,
  holdHours,
  minuteSql,
  nearestOpenSql,
  openAroundSql,
  openSql,
  sameTimeSql,
  spansSql,
} from './opening.repo.ts';

export const gymsFeature = { routes: gymsRoutes } satisfies Feature;
