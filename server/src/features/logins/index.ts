export { registerAppleReturn } from './apple-return.ts';
export { sendFirstCode } from './email-codes.service.ts';
export { loginsRoutes } from './logins.routes.ts';
export { signIn } from './open-login.ts';
export { mailPasswordReset, refuseCommonPassword } from './passwords.service.ts';
export { readProof, spendProof } from './social-proofs.ts';
