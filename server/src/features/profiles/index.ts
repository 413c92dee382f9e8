import type { Feature } from '#platform/feature.ts';
import { handlers } from '#platform/http/handlers.ts';
import { getUser } from './profiles.service.ts';

const profilesRoutes = handlers({ getUser: (ctx, { params }) => getUser(ctx, params.id) });

export const profilesFeature = { routes: profilesRoutes } satisfies Feature;
