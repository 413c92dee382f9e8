export { gymJsonSql } from './gyms.repo.ts';
export { gymsRoutes } from './gyms.routes.ts';
