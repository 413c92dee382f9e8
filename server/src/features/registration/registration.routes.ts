import { handlers } from '#platform/http/handlers.ts';
import { registerGym, registerGymSimplified } from './gyms.service.ts';
import { register } from './members.service.ts';
import { completeWithProvider } from './social.service.ts';

export const registrationRoutes = handlers({
  register: (ctx, { body }) => register(ctx, body),
  registerWithInvite: (ctx, { body }) => register(ctx, body, { inviteRequired: true }),
  completeGoogle: (ctx, { body }) => {
    const { google_id, email, proof } = body.google_data;
    return completeWithProvider(ctx, 'google', { subject: google_id, email, proof }, body);
  },
  completeApple: (ctx, { body }) => {
    const { apple_id, email, proof } = body.apple_data;
    return completeWithProvider(ctx, 'apple', { subject: apple_id, email, proof }, body);
  },
  registerGym: (ctx, { body }) => registerGym(ctx, body),
  registerGymSimplified: (ctx, { body }) => registerGymSimplified(ctx, body),
});
