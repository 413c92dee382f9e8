import { handlers } from '#platform/http/handlers.ts';
import { inOwnZone } from '../times/own-zone.ts';
import { giveKudos, listFinishes } from './finish.service.ts';

export const finishRoutes = handlers({
  listFinishes: (ctx, _input, { request }) => listFinishes(ctx, inOwnZone(request)),
  giveKudos: (ctx, { params }, { request }) => giveKudos(ctx, params.id, inOwnZone(request)),
});
