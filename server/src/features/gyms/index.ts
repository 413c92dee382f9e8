export { createGym } from './gyms.creation.ts';
export { gymJsonSql } from './gyms.repo.ts';
export { gymsRoutes } from './gyms.routes.ts';
export { areOpen, isOpen, openSql, spansSql } from './opening.ts';
