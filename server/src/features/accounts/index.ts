import type { Feature } from '#platform/feature.ts';
import { accountsRoutes } from './accounts.routes.ts';

export const accountsFeature = { routes: accountsRoutes } satisfies Feature;
