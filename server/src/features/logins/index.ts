import type { Feature } from '#platform/feature.ts';
import { registerAppleReturn } from './apple-return.routes.ts';
import { leaveEndedVisits, leaveEndedVisitsTimetable } from './emulation.jobs.ts';
import { loginsRoutes } from './logins.routes.ts';
import { mailPasswordReset } from './passwords.service.ts';

export { sendFirstCode } from './email-codes.service.ts';
export { leaveVisits } from './emulation.service.ts';
export { endLogins } from './logins.repo.ts';
export { openLogin, signIn } from './open-login.service.ts';
export { closeResetLinks } from './passwords.repo.ts';
export { refuseCommonPassword } from './passwords.service.ts';
export { insertIdentity } from './social.repo.ts';
export { readProof, spendProof } from './social-proofs.service.ts';

export const loginsFeature = {
  routes: loginsRoutes,
  pages: registerAppleReturn,
  jobs: [mailPasswordReset, leaveEndedVisits],
  timetable: [leaveEndedVisitsTimetable],
} satisfies Feature;
