import { handlers } from '#platform/http/handlers.ts';
import { getHome } from './home.service.ts';

export const homeRoutes = handlers({
  getHome: (ctx, { query }) => getHome(ctx, query.gym),
});
