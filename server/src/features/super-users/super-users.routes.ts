import type { createSuperUser as createEndpoint } from '@spotter/contract/desk/super-users.ts';
import { prepareSetupCode, type SetupCode } from '#features/registration/index.ts';
import { handlers, prepared } from '#platform/http/handlers.ts';
import * as service from './super-users.service.ts';

export const superUsersRoutes = handlers({
  listSuperUsers: (ctx, { query }) => service.listSuperUsers(ctx, query),
  createSuperUser: prepared<typeof createEndpoint, SetupCode>(
    (ctx) => prepareSetupCode(ctx.now),
    (ctx, { body }, setupCode) => service.createSuperUser(ctx, body, setupCode),
  ),
  deleteSuperUser: (ctx, { params }) => service.deleteSuperUser(ctx, params.id),
});
