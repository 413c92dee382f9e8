import { handlers } from '#platform/http/handlers.ts';
import { registerGym, registerGymSimplified } from './gyms.service.ts';
import { register } from './members.service.ts';

export const registrationRoutes = handlers({
  register: (ctx, { body }) => register(ctx, body),
  registerWithInvite: (ctx, { body }) => register(ctx, body, { inviteRequired: true }),
  registerGym: (ctx, { body }) => registerGym(ctx, body),
  registerGymSimplified: (ctx, { body }) => registerGymSimplified(ctx, body),
});
