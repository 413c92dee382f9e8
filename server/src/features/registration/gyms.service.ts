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
import type { MailBrand } from '#platform/mail/layout.ts';
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
  const { PUBLIC_URL } = ctx.config;
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
    await createAccount(tx, {
      email: form.owner_email,
      emailField: 'owner_email',
      firstName: form.owner_first_name,
      lastName: form.owner_last_name,
      setupCodeHash: setupCode.hash,
      owns: { organizationId, gymId },
    });
    // Anyone can enter any address, so this mail is Spotter's, without a word of theirs.
    await welcomeOwner(tx, {
      brand: await mailBrandOf(tx, null, PUBLIC_URL),
      organizationId,
      owner: { email: form.owner_email, firstName: '' },
      setupCode: setupCode.code,
      publicUrl: PUBLIC_URL,
    });
    return { success: true as const };
  });
}

type Welcome = {
  brand: MailBrand;
  organizationId: string;
  owner: { email: string; firstName: string };
  setupCode: string;
  publicUrl: string;
};

async function welcomeOwner(tx: Db, { brand, organizationId, owner, setupCode, publicUrl }: Welcome): Promise<void> {
  const setupUrl = setupUrlOf(publicUrl, owner.email);
  const mail = welcomeMail({ brand, firstName: owner.firstName, setupCode, setupUrl });
  await queueMail(tx, { to: owner.email, organizationId, ...mail });
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
      await createAccount(tx, {
        email: owner.email,
        emailField: 'owner.email',
        firstName: owner.first_name,
        lastName: owner.last_name,
        setupCodeHash: setupCode.hash,
        owns: { organizationId, gymId },
      });
      await welcomeOwner(tx, {
        brand: await mailBrandOf(tx, organizationId, ctx.config.PUBLIC_URL),
        organizationId,
        owner: { email: owner.email, firstName: owner.first_name },
        setupCode: setupCode.code,
        publicUrl: ctx.config.PUBLIC_URL,
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
