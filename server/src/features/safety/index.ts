import type { Feature } from '#platform/feature.ts';
import { safetyRoutes } from './safety.routes.ts';

export { tellPresence, tellSwitched } from './presence/presence.service.ts';

export const safetyFeature = { routes: safetyRoutes } satisfies Feature;
