import { handlers } from '#platform/http/handlers.ts';
import { getDemoPath } from './path.service.ts';
import { switchDemoPersona } from './personas.service.ts';

export const visitRoutes = handlers({
  switchDemoPersona: (ctx, { body }) => switchDemoPersona(ctx, body.persona),
  getDemoPath: (ctx) => getDemoPath(ctx),
});
