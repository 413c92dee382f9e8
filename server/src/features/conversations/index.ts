import type { Feature } from '#platform/feature.ts';
import { conversationsRoutes } from './conversations.routes.ts';

export const conversationsFeature = { routes: conversationsRoutes } satisfies Feature;
