import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { GymRegistration, SimpleGymRegistration } from '@spotter/contract/gyms/gyms.ts';
import type { createOrganization as createOrganizationEndpoint } from '@spotter/contract/organizations.ts';
import type { z } from 'zod';
import { openGym, registerNomination } from '#features/gyms/index.ts';
import { refuseCommonPassword, sendFirstCode, signIn } from '#features/logins/index.ts';
import { createOrganization, findOrganization, mailBrandOf } from '#features/organizations/index.ts';
import { createAccount } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { newSetupCode } from '#platform/logins/setup-codes.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { setupUrlOf, welcomeMail } from './registration.mails.ts';

const TRIAL_DAYS = 30;
/** The short form does not ask for these; the owner enters them in the wizard. */
const DEFAULT_ZONE = 'Australia/Sydney';

type AnyCtx = Ctx<Caller | null>;

export type SetupCode = { code: string; hash: string };

export async function prepareSetupCode(now: Date, hash = hashPassword): Promise<SetupCode> {
  const code = newSetupCode(now);
  return { code, hash: await hash(code) };
}

/** Creates the organization, its first gym and its owner together. The owner signs in with the mailed setup code. */
export async function registerGym(ctx: AnyCtx, form: z.output<typeof GymRegistration>, setupCode: SetupCode) {
  return ctx.tx(async (tx) => {
    const about = {
      name: (form.organization_name ?? form.gym_name) as string,
      business_type: form.business_type,
      country: form.country,
      business_phone: form.business_phone,
      business_email: form.business_email,
      business_website: form.business_website || null,
      estimated_members: form.estimated_members,
      has_agreed: true,
    };
    const organizationId = await createOrganization(tx, about, form.look);
    const gymId = await openGym(tx, {
      organizationId,
      name: (form.location_name ?? form.gym_name) as string,
      address: form.business_address,
      timezone: form.gym_timezone,
      phone: form.business_phone,
    });
    await addOwner(tx, ctx, {
      email: form.owner_email,
      emailField: 'owner_email',
      firstName: form.owner_first_name,
      lastName: form.owner_last_name,
      setupCode,
      owns: { organizationId, gymId },
      // Anyone can enter any address, so this mail is Spotter's, without a word of theirs.
      greeting: { from: null, firstName: '' },
    });
    return { success: true as const };
  });
}

type NewOwner = {
  email: string;
  emailField: string;
  firstName: string;
  lastName: string;
  setupCode: SetupCode;
  owns: { organizationId: string; gymId: string };
  /** The mail is the organization's, or Spotter's for null. */
  greeting: { from: string | null; firstName: string };
};

/** An owner without a password, who gets a setup code by mail. */
async function addOwner(
  tx: Db,
  { config: { PUBLIC_URL } }: AnyCtx,
  { setupCode: { code, hash }, greeting: { from, firstName }, ...account }: NewOwner,
): Promise<void> {
  await createAccount(tx, { ...account, setupCodeHash: hash });
  const { email, owns } = account;
  const brand = await mailBrandOf(tx, from, PUBLIC_URL);
  const mail = welcomeMail({ brand, firstName, setupCode: code, setupUrl: setupUrlOf(PUBLIC_URL, email) });
  await queueMail(tx, { to: email, organizationId: owns.organizationId, ...mail });
}

/** A super admin's new organization, with its first gym and, if named, its owner, who gets a setup code. */
export async function createOrganizationFor(
  ctx: Ctx,
  form: ParsedInput<typeof createOrganizationEndpoint>['body'],
  setupCode: SetupCode,
) {
  const { name, white_label_enabled, gym_name, timezone, address = '', phone, website, owner, nomination_id } = form;
  return ctx.tx(async (tx) => {
    const contact = { business_website: website || null, ...(phone && { business_phone: phone }) };
    const organizationId = await createOrganization(tx, { name, white_label_enabled, ...contact });
    if (nomination_id) await registerNomination(tx, nomination_id, organizationId);
    const gymId = await openGym(tx, {
      organizationId,
      name: gym_name || name,
      address,
      timezone,
      phone: phone ?? null,
    });
    if (owner) {
      await addOwner(tx, ctx, {
        email: owner.email,
        emailField: 'owner.email',
        firstName: owner.first_name,
        lastName: owner.last_name,
        setupCode,
        owns: { organizationId, gymId },
        greeting: { from: organizationId, firstName: owner.first_name },
      });
    }
    await audit(tx, ctx, {
      action: 'organization.created',
      targetType: 'organization',
      targetId: organizationId,
      organizationId,
      data: { name },
    });
    const found = (await findOrganization(tx, organizationId))!;
    return { ...found.organization, theme: found.theme };
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
    const about = {
      name: form.gym_name,
      business_phone: form.phone,
      business_email: form.email,
      has_agreed: true,
      trial_days: TRIAL_DAYS,
    };
    const organizationId = await createOrganization(tx, about, form.look);
    const gymId = await openGym(tx, {
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
