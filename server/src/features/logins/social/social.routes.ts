import { handlers } from '#platform/http/handlers.ts';
import * as social from './social.service.ts';
import { linkProvider, unlinkProvider } from './social-links.service.ts';

export const socialRoutes = handlers({
  googleCallback: (ctx, { body }) => social.googleCallback(ctx, body),
  googleNative: (ctx, { body }) => social.googleNative(ctx, body),
  appleLogin: (ctx, { body }) => social.appleLogin(ctx, body),
  linkGoogle: (ctx, { body }) => {
    const { google_id, email, proof } = body.google_data;
    return linkProvider(ctx, 'google', { id: body.google_id, data: { id: google_id, email, proof } }, body);
  },
  linkApple: (ctx, { body }) => {
    const { apple_id, email, proof } = body.apple_data;
    return linkProvider(ctx, 'apple', { id: body.apple_id, data: { id: apple_id, email, proof } }, body);
  },
  unlinkGoogle: (ctx, { body }) => unlinkProvider(ctx, 'google', body),
  unlinkApple: (ctx, { body }) => unlinkProvider(ctx, 'apple', body),
});
