import { handlers } from '#platform/http/handlers.ts';
import { getSharedSession, joinByToken } from './shared-sessions.service.ts';
import { revokeSessionShare, shareSession } from './sharing.service.ts';

export const sharingRoutes = handlers({
  shareSession: (ctx, { params }) => shareSession(ctx, params.id),
  revokeSessionShare: (ctx, { params }) => revokeSessionShare(ctx, params.id),
  getSharedSession: (ctx, { params, query }) =>
    getSharedSession(ctx, {
      token: params.token,
      referrerCode: query.referrer_code,
    }),
  joinByToken: (ctx, { body }) => joinByToken(ctx, body),
});
