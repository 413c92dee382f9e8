import { handlers } from '#platform/http/handlers.ts';
import { listSessions } from './sessions.service.ts';

export const sessionsRoutes = handlers({
  listSessions: (ctx, { query }, { request }) =>
    listSessions(ctx, query, request.headers['x-use-new-timezone'] === 'true'),
});
