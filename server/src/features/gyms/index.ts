import type { Feature } from '#platform/feature.ts';
import { gymsRoutes } from './gyms.routes.ts';

export { brandingSql, changeGym, gymJsonSql } from './gyms.repo.ts';
export { openGym } from './gyms-creation.service.ts';
export {
  deleteHours,
  lockOpenGyms,
  markHoursSet,
  readGymOfHours,
  readWeeklyHours,
  replaceHours,
  updateHours,
} from './hours.repo.ts';
export { registerNomination } from './nominations.service.ts';
export {
  areOpen,
  holdHours,
  nearestOpenSql,
  openAroundSql,
  openSql,
  sameTimeSql,
  spansSql,
} from './opening.repo.ts';
export {
  deleteOverride,
  insertOverrides,
  readOverrides,
  readSomeOverrides,
  updateOverride,
} from './overrides.repo.ts';

export const gymsFeature = { routes: gymsRoutes } satisfies Feature;
