import type { register as registerEndpoint, registerWithInvite } from '@spotter/contract/auth.ts';
import type {
  registerGym as registerGymEndpoint,
  registerGymSimplified as simplifiedEndpoint,
} from '@spotter/contract/gyms/gyms.ts';
import type { createOrganization as createOrganizationEndpoint } from '@spotter/contract/organizations.ts';
import { handlers, prepared } from '#platform/http/handlers.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import {
  createOrganizationFor,
  prepareSetupCode,
  registerGym,
  registerGymSimplified,
  type SetupCode,
} from './gyms.service.ts';
import { prepareRegistration, register } from './members.service.ts';
import { completeWithProvider } from './social.service.ts';

export const registrationRoutes = handlers({
  register: prepared<typeof registerEndpoint, string | null>(
    (ctx, { body }) => prepareRegistration(ctx, body),
    (ctx, { body }, passwordHash) => register(ctx, body, passwordHash),
  ),
  registerWithInvite: prepared<typeof registerWithInvite, string | null>(
    (ctx, { body }) => prepareRegistration(ctx, body),
    (ctx, { body }, passwordHash) => register(ctx, body, passwordHash, { inviteRequired: true }),
  ),
  completeGoogle: (ctx, { body }) => {
    const { google_id, email, proof } = body.google_data;
    return completeWithProvider(ctx, 'google', { subject: google_id, email, proof }, body);
  },
  completeApple: (ctx, { body }) => {
    const { apple_id, email, proof } = body.apple_data;
    return completeWithProvider(ctx, 'apple', { subject: apple_id, email, proof }, body);
  },
  createOrganization: prepared<typeof createOrganizationEndpoint, SetupCode>(
    (ctx) => prepareSetupCode(ctx.now),
    (ctx, { body }, setupCode) => createOrganizationFor(ctx, body, setupCode),
  ),
  registerGym: prepared<typeof registerGymEndpoint, SetupCode>(
    (ctx) => prepareSetupCode(ctx.now),
    (ctx, { body }, setupCode) => registerGym(ctx, body, setupCode),
  ),
  registerGymSimplified: prepared<typeof simplifiedEndpoint, string>(
    (_ctx, { body }) => hashPassword(body.password),
    (ctx, { body }, passwordHash) => registerGymSimplified(ctx, body, passwordHash),
  ),
});
