import type { GymNomination } from '@spotter/contract/gyms/gyms.ts';
import { listNominations as listEndpoint } from '@spotter/contract/super-admin.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { nominationForOperatorMail, nominationReceivedMail } from './nominations.mails.ts';

type Form = z.output<typeof GymNomination>;

/** Stores a nomination, thanks its sender, and notifies the operator. */
export async function nominateGym(ctx: Ctx<Caller | null>, form: Form) {
  const id = newId();
  await ctx.tx(async (tx) => {
    await tx
      .insertInto('nominations')
      .values({
        ...form,
        id,
        nominator_phone: form.nominator_phone || null,
        gym_phone: form.gym_phone || null,
        gym_website: form.gym_website || null,
      })
      .execute();
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
async function operators(tx: Db, address: string | undefined): Promise<string[]> {
  if (address) return [address];
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'super_admin')
    .where('is_active', '=', true)
    .execute();
  return admins.map(({ email }) => email);
}

type Status = 'new' | 'contacted' | 'registered' | 'declined';
type Nomination = Form & { id: string; status: Status; created_at: string };

const nominationJson = sql.raw(`json_strip_nulls(json_build_object('id', n.id, 'status', n.status,
  'nominator_first_name', n.nominator_first_name, 'nominator_last_name', n.nominator_last_name,
  'nominator_email', n.nominator_email, 'nominator_phone', n.nominator_phone,
  'contact_preference', n.contact_preference, 'gym_name', n.gym_name, 'gym_address', n.gym_address,
  'gym_phone', n.gym_phone, 'gym_website', n.gym_website, 'comments', n.comments,
  'created_at', ${instantSql('n.created_at')}))`);

type Query = { page: number; page_size: number; status?: Status | undefined };

export async function listNominations({ db }: Ctx, query: Query) {
  const { page, page_size: size, status } = query;
  const { rows } = await sql<{ count: number; results: Nomination[] }>`
    with found as (select * from nominations where ${status ?? null}::text is null or status = ${status ?? null})
    select (select count(*)::int from found) as count,
      coalesce((select json_agg(${nominationJson} order by n.created_at desc, n.id desc) from (
        select * from found order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}) n), '[]') as results`.execute(
    db,
  );
  const { count, results } = rows[0]!;
  const links = numberedLinks(listEndpoint, { query }, count);
  return { count, ...links, results };
}

export async function updateNomination({ db }: Ctx, id: string, status: Status) {
  const { rows } = await sql<{ nomination: Nomination }>`
    with n as (update nominations set status = ${status} where id = ${id} returning *)
    select ${nominationJson} as nomination from n`.execute(db);
  if (!rows[0]) throw fail('nomination_not_found');
  return rows[0].nomination;
}
