import { inOwnZone } from '#features/sessions/index.ts';
import { handlers } from '#platform/http/handlers.ts';
import { getHome } from './home.service.ts';

export const homeRoutes = handlers({
  getHome: (ctx, { query }, { request }) => getHome(ctx, query.gym, inOwnZone(request)),
});
