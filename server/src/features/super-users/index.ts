import type { Feature } from '#platform/feature.ts';
import { superUsersRoutes } from './super-users.routes.ts';

export const superUsersFeature = { routes: superUsersRoutes } satisfies Feature;
