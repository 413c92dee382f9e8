import { handlers } from '#platform/http/handlers.ts';
import { listAccessibleGyms } from './gyms.service.ts';
import * as nominations from './nominations.service.ts';

export const gymsRoutes = handlers({
  listAccessibleGyms: (ctx, { query }) => listAccessibleGyms(ctx, query.organization_id),

  nominateGym: (ctx, { body }) => nominations.nominateGym(ctx, body),
  listNominations: (ctx, { query }) => nominations.listNominations(ctx, query),
  updateNomination: (ctx, { params, body }) => nominations.updateNomination(ctx, params.id, body),
});
