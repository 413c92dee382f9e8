import { randomBytes } from 'node:crypto';
import { handlers } from '#platform/http/handlers.ts';
import * as codes from './email-codes.service.ts';
import * as emulation from './emulation.service.ts';
import * as service from './logins.service.ts';
import * as passwords from './passwords.service.ts';
import { getSignInMethods } from './social/sign-in-methods.service.ts';
import { socialRoutes } from './social/social.routes.ts';

export const loginsRoutes = handlers({
  ...socialRoutes,
  login: (ctx, { body }) => service.login(ctx, body),
  refresh: (ctx, { body }) => service.refresh(ctx, body.refresh),
  logout: async (ctx, { body }) => {
    await service.logout(ctx, body);
    return undefined;
  },
  getCsrf: async () => ({ csrf_token: randomBytes(24).toString('base64url') }),
  getSignInMethods: (ctx) => getSignInMethods(ctx),
  listMyLogins: (ctx) => service.listMyLogins(ctx),
  revokeMyLogin: async (ctx, { params }) => {
    await service.revokeMyLogin(ctx, params.id);
    return undefined;
  },

  changePassword: async (ctx, { body }) => {
    await passwords.changePassword(ctx, body);
    return undefined;
  },
  requestPasswordReset: async (ctx, { body }) => {
    await passwords.requestPasswordReset(ctx, body.email);
    return undefined;
  },
  confirmPasswordReset: (ctx, { body }) => passwords.confirmPasswordReset(ctx, body),

  verifyEmailCode: (ctx, { body }) => codes.verifyEmailCode(ctx, body.code),
  resendVerification: async (ctx) => {
    await codes.resendVerification(ctx);
    return undefined;
  },

  startEmulation: (ctx, { body }) => emulation.startEmulation(ctx, body),
  stopEmulation: (ctx) => emulation.stopEmulation(ctx),
  getEmulationStatus: (ctx) => emulation.getEmulationStatus(ctx),
});
