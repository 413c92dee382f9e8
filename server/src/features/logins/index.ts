import type { Feature } from '#platform/feature.ts';
import { leaveEndedVisits, leaveEndedVisitsTimetable } from './emulation.jobs.ts';
import { loginsRoutes } from './logins.routes.ts';
import { mailPasswordReset } from './passwords.service.ts';
import { registerAppleReturn } from './social/apple-return.routes.ts';

export { sendFirstCode } from './email-codes.service.ts';
export { leaveVisits } from './emulation.service.ts';
export { endLogins } from './logins.repo.ts';
export { openLogin, signIn } from './open-login.service.ts';
export { closeResetLinks } from './passwords.repo.ts';
export { refuseCommonPassword } from './passwords.service.ts';
export { insertIdentity } from './social/social.repo.ts';
export { readProof, spendProof } from './social/social-proofs.service.ts';

export const loginsFeature = {
  routes: loginsRoutes,
  pages: registerAppleReturn,
  jobs: [mailPasswordReset, leaveEndedVisits],
  timetable: [leaveEndedVisitsTimetable],
} satisfies Feature;
