import { mailBrandOf } from '#features/organizations/index.ts';
import { type SetupCode, setupUrlOf, welcomeMail } from '#features/registration/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { refuseStrangerMail } from '#platform/mail/strangers.ts';
import { linkOrigin } from '#platform/native-apps.ts';

/** Mails a setup code to an address that staff entered, or throws when the organization has written to enough strangers. */
export async function mailWelcome(
  tx: Db,
  { caller: { organizationId }, config }: MemberCtx,
  { email, firstName, setupCode }: { email: string; firstName: string; setupCode: SetupCode },
): Promise<void> {
  await refuseStrangerMail(tx, config, { organizationId, email });
  const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
  const setupUrl = setupUrlOf(linkOrigin(config, organizationId), email);
  await queueMail(tx, {
    to: email,
    organizationId,
    ...welcomeMail({ brand, firstName, setupCode: setupCode.code, setupUrl }),
  });
}
