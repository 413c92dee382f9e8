import type { GymRegistration, SimpleGymRegistration } from '@spotter/contract/gyms/gyms.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { createGym } from '#features/gyms/index.ts';
import { refuseCommonPassword, sendFirstCode, signIn } from '#features/logins/index.ts';
import { createOrganization, mailBrandOf } from '#features/organizations/index.ts';
import { createAccount } from '#features/users/index.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { newSetupCode } from '#platform/logins/setup-codes.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { welcomeMail } from './registration.mails.ts';

const TRIAL_DAYS = 30;
/** The short form does not ask for these; the owner enters them in the wizard. */
const DEFAULT_ZONE = 'Australia/Sydney';

type AnyCtx = Ctx<Caller | null>;

export type SetupCode = { code: string; hash: string };

export async function prepareSetupCode(now: Date): Promise<SetupCode> {
  const code = newSetupCode(now);
  return { code, hash: await hashPassword(code) };
}

/** Creates the organization, its first gym and its owner together. The owner signs in with the mailed setup code. */
export async function registerGym(ctx: AnyCtx, form: z.output<typeof GymRegistration>, setupCode: SetupCode) {
  const { PUBLIC_URL } = ctx.config;
  return ctx.tx(async (tx) => {
    const organizationId = await createOrganization(tx, {
      name: (form.organization_name ?? form.gym_name) as string,
      business_type: form.business_type,
      country: form.country,
      business_phone: form.business_phone,
      business_email: form.business_email,
      business_website: form.business_website || null,
      estimated_members: form.estimated_members,
      terms_agreed_at: sql`now()`,
    });
    const gymId = await createGym(tx, {
      organizationId,
      name: (form.location_name ?? form.gym_name) as string,
      address: form.business_address,
      timezone: form.gym_timezone,
      phone: form.business_phone,
    });
    await createAccount(tx, {
      email: form.owner_email,
      emailField: 'owner_email',
      firstName: form.owner_first_name,
      lastName: form.owner_last_name,
      setupCodeHash: setupCode.hash,
      owns: { organizationId, gymId },
    });
    const brand = await mailBrandOf(tx, organizationId, PUBLIC_URL);
    const setupUrl = `${PUBLIC_URL}/login?setup=true&email=${encodeURIComponent(form.owner_email)}`;
    await queueMail(tx, {
      to: form.owner_email,
      organizationId,
      ...welcomeMail({ brand, firstName: form.owner_first_name, setupCode: setupCode.code, setupUrl }),
    });
    return { success: true as const };
  });
}

/** The one-page version: the owner chooses a password and is signed in at once, on a 30-day trial. */
export async function registerGymSimplified(
  ctx: AnyCtx,
  form: z.output<typeof SimpleGymRegistration>,
  passwordHash: string,
) {
  await refuseCommonPassword(form.password, 'password');
  return ctx.tx(async (tx) => {
    const organizationId = await createOrganization(tx, {
      name: form.gym_name,
      business_phone: form.phone,
      business_email: form.email,
      terms_agreed_at: sql`now()`,
      trial_ends_at: sql`now() + make_interval(days => ${TRIAL_DAYS})`,
    });
    const gymId = await createGym(tx, {
      organizationId,
      name: form.gym_name,
      address: '',
      timezone: DEFAULT_ZONE,
      phone: form.phone,
    });
    const userId = await createAccount(tx, {
      email: form.email,
      firstName: form.first_name,
      lastName: form.last_name,
      phone: form.phone,
      passwordHash,
      owns: { organizationId, gymId },
    });
    await sendFirstCode(tx, ctx.config, userId);
    const { access_token, refresh_token } = await signIn(tx, ctx, { userId, method: 'password' });
    return { success: true as const, access_token, refresh_token };
  });
}
