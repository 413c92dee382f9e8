import { handlers } from '#platform/http/handlers.ts';
import { giveKudos, listFinishes } from './finish.service.ts';

export const finishRoutes = handlers({
  listFinishes: (ctx) => listFinishes(ctx),
  giveKudos: (ctx, { params }) => giveKudos(ctx, params.id),
});
