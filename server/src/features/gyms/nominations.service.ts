import type { GymNomination } from '@spotter/contract/gyms/nominations.ts';
import { listNominations as listEndpoint } from '@spotter/contract/gyms/nominations.ts';
import type { z } from 'zod';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, refuseOutdated } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { nominationForOperatorMail, nominationReceivedMail } from './nominations.mails.ts';
import {
  insertNomination,
  lockNomination,
  markRegistered,
  type NominationStatus,
  readNominations,
  readSuperAdminEmails,
  setNominationStatus,
} from './nominations.repo.ts';

type Form = z.output<typeof GymNomination>;

/** Stores a nomination, thanks its sender, and notifies the operator. */
export async function nominateGym(ctx: Ctx<Caller | null>, form: Form) {
  const id = newId();
  await ctx.tx(async (tx) => {
    await insertNomination(tx, {
      ...form,
      id,
      nominator_phone: form.nominator_phone || null,
      gym_phone: form.gym_phone || null,
      gym_website: form.gym_website || null,
    });
    const day = ctx.now.toISOString().slice(0, 10);
    await queueMail(tx, {
      to: form.nominator_email,
      // At most one a day, because the sender may have entered a stranger's address.
      dedupeKey: `nomination-received:${form.nominator_email}:${day}`,
      ...nominationReceivedMail(),
    });
    const mail = nominationForOperatorMail(
      {
        gymName: form.gym_name,
        gymAddress: form.gym_address,
        gymPhone: form.gym_phone || null,
        gymWebsite: form.gym_website || null,
        nominator: `${form.nominator_first_name} ${form.nominator_last_name}`.trim(),
        email: form.nominator_email,
        phone: form.nominator_phone || null,
        contactPreference: form.contact_preference,
        comments: form.comments,
      },
      `${ctx.config.PUBLIC_URL}/super-admin/organizations`,
    );
    for (const to of await operators(tx, ctx.config.OPERATOR_EMAIL))
      await queueMail(tx, { to, dedupeKey: `nomination:${id}:${to}`, ...mail });
  });
  return { success: true as const, nomination_id: id };
}

/** Every super admin, unless an operator address is set. */
const operators = async (tx: Db, address: string | undefined): Promise<string[]> =>
  address ? [address] : readSuperAdminEmails(tx);

type Query = { page: number; page_size: number; status?: NominationStatus | undefined };

export async function listNominations({ db }: Ctx, query: Query) {
  const { page, page_size: size, status = null } = query;
  const { count, results } = await readNominations(db, { status, limit: size, offset: (page - 1) * size });
  const links = numberedLinks(listEndpoint, { query }, count);
  return { count, ...links, results };
}

type Change = { status: NominationStatus; seen_status?: NominationStatus | undefined };

export function updateNomination(ctx: Ctx, id: string, { status, seen_status: seen }: Change) {
  return ctx.tx(async (tx) => {
    const before = await lockNomination(tx, id);
    if (!before) throw fail('nomination_not_found');
    refuseOutdated(seen, before.status);
    const nomination = await setNominationStatus(tx, id, status);
    const data = { gym: nomination.gym_name, status };
    await audit(tx, ctx, { action: 'nomination.updated', targetType: 'nomination', targetId: id, data });
    return nomination;
  });
}

/** The nominated gym has become an organization: once. */
export async function registerNomination(tx: Db, id: string, organizationId: string): Promise<void> {
  const nomination = await lockNomination(tx, id);
  if (!nomination) throw fail('nomination_not_found');
  if (nomination.became_id) throw fail('nomination_registered');
  await markRegistered(tx, id, organizationId);
}
