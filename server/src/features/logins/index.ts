export { loginsRoutes } from './logins.routes.ts';
export { mailPasswordReset } from './passwords.service.ts';
