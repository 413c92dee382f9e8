import type { Feature } from '#platform/feature.ts';
import { invitesRoutes } from './invites.routes.ts';
import { posterRoutes } from './poster/poster.routes.ts';

export { findUsableCode } from './invites.repo.ts';
export { enterByCode, refuseUnusableCode } from './invites.service.ts';

export const invitesFeature = { routes: invitesRoutes } satisfies Feature;
/** Apart, because it needs the file store. */
export const posterFeature = { routes: posterRoutes } satisfies Feature;
