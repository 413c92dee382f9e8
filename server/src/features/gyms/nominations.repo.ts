import type { GymNomination } from '@spotter/contract/gyms/nominations.ts';
import type { InsertObject } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

export async function insertNomination(tx: Db, row: InsertObject<DB, 'nominations'>): Promise<void> {
  await tx.insertInto('nominations').values(row).execute();
}

export async function readSuperAdminEmails(tx: Db): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'super_admin')
    .where('is_active', '=', true)
    .execute();
  return admins.map(({ email }) => email);
}

export type NominationStatus = 'new' | 'contacted' | 'registered' | 'declined';
type Nomination = z.output<typeof GymNomination> & { id: string; status: NominationStatus; created_at: string };

/** Alias: n the nomination. */
const nominationJson = `json_strip_nulls(json_build_object('id', n.id, 'status', n.status,
  'nominator_first_name', n.nominator_first_name, 'nominator_last_name', n.nominator_last_name,
  'nominator_email', n.nominator_email, 'nominator_phone', n.nominator_phone,
  'contact_preference', n.contact_preference, 'gym_name', n.gym_name, 'gym_address', n.gym_address,
  'gym_phone', n.gym_phone, 'gym_website', n.gym_website, 'comments', n.comments,
  'became', (select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = n.became_id),
  'created_at', ${instantSql('n.created_at')}))`;

type Page = { count: number; results: Nomination[] };

const listStatement = statement('nominations', { status: 'text?', limit: 'int', offset: 'int' })<Page>(
  `with found as (select * from nominations where $status is null or status = $status)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${nominationJson} order by n.created_at desc, n.id desc) from (
      select * from found order by created_at desc, id desc limit $limit offset $offset) n), '[]') as results`,
);

/** The newest first. */
export async function readNominations(
  db: Db,
  wanted: { status: NominationStatus | null; limit: number; offset: number },
): Promise<Page> {
  const [page] = await run(db, listStatement, wanted);
  return page!;
}

const statusStatement = statement('set-nomination-status', { id: 'uuid', status: 'text' })<{ nomination: Nomination }>(
  `with n as (update nominations set status = $status where id = $id returning *)
  select ${nominationJson} as nomination from n`,
);

export async function setNominationStatus(db: Db, id: string, status: NominationStatus): Promise<Nomination> {
  const [row] = await run(db, statusStatement, { id, status });
  return row!.nomination;
}

/** Of two operators, the second finds what the first left. */
export const lockNomination = (tx: Db, id: string) =>
  tx.selectFrom('nominations').select(['became_id', 'status']).where('id', '=', id).forUpdate().executeTakeFirst();

export const markRegistered = (tx: Db, id: string, organizationId: string) =>
  tx.updateTable('nominations').set({ status: 'registered', became_id: organizationId }).where('id', '=', id).execute();
