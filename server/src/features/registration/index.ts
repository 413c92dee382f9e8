import type { Feature } from '#platform/feature.ts';
import { registrationRoutes } from './registration.routes.ts';

export const registrationFeature = { routes: registrationRoutes } satisfies Feature;
