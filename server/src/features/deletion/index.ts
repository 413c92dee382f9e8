import type { Feature } from '#platform/feature.ts';
import { handlers } from '#platform/http/handlers.ts';
import { deleteMe } from './deletion.service.ts';

export { lockHolders } from './deletion.repo.ts';
export { removeAccount } from './deletion.service.ts';

const deletionRoutes = handlers({
  deleteMe: (ctx, { body }) => deleteMe(ctx, body),
});

export const deletionFeature = { routes: deletionRoutes } satisfies Feature;
