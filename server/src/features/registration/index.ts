import type { Feature } from '#platform/feature.ts';
import { registrationRoutes } from './registration.routes.ts';

export { prepareSetupCode, type SetupCode } from './gyms.service.ts';
export { setupUrlOf, welcomeMail } from './registration.mails.ts';

export const registrationFeature = { routes: registrationRoutes } satisfies Feature;
