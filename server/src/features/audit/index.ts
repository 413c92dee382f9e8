export { isKeptFromReader } from './audit.read.ts';
export { auditSentence } from './audit.words.ts';

import type { Feature } from '#platform/feature.ts';
import { auditRoutes } from './audit.routes.ts';

export const auditFeature = { routes: auditRoutes } satisfies Feature;
