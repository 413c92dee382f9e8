import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { listInviteCodes, listInviteCodeUses, listReferrals } from '@spotter/contract/invites.ts';
import { personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { versionSql } from '#platform/versions.ts';

export type InviteCode = Omit<Returns<typeof listInviteCodes>['results'][number], 'link'>;
export type Page = { limit: number; offset: number };
type Found<T> = { count: number; results: T[] };

/** Codes of the whole organization belong to its own admins. Alias: c the code. */
const isManaged = 'c.organization_id = $organizationId and ($gymIds is null or c.gym_id = any($gymIds))';

/** Alias: c the code. */
const isUsable = `(c.is_active and (c.expires_at is null or c.expires_at > now())
    and (c.max_uses is null or c.use_count < c.max_uses))`;

const codeJson = `json_build_object('id', c.id, 'code', c.code, 'label', c.label,
  'gym', (select json_build_object('id', g.id, 'name', g.name) from gyms g
    where g.organization_id = c.organization_id and g.id = c.gym_id),
  'expires_at', ${instantSql('c.expires_at')}, 'max_uses', c.max_uses, 'use_count', c.use_count, 'is_active', c.is_active,
  'is_usable', ${isUsable}, 'mailed_to', c.mailed_to,
  'version', ${versionSql('c.label, c.gym_id, extract(epoch from c.expires_at), c.max_uses')},
  'created_at', ${instantSql('c.created_at')})`;

// Codes that work stand first; ids are given in the order of time.
const inOrder = `${isUsable} desc, c.created_at desc, c.id desc`;
const listStatement = statement('invite-codes', {
  ...scopeValues,
  gymId: 'uuid?',
  isActive: 'boolean?',
  isUsable: 'boolean?',
  search: 'text?',
  limit: 'int',
  offset: 'int',
})<Found<InviteCode>>(
  `with found as (select c.* from invite_codes c where ${isManaged}
    and ($gymId is null or c.gym_id = $gymId) and ($isActive is null or c.is_active = $isActive)
    and ($isUsable is null or ${isUsable} = $isUsable)
    and ($search is null or position(lower($search) in lower(concat_ws(' ', c.code, c.label, c.mailed_to))) > 0)),
  page as (select * from found c order by ${inOrder} limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(${codeJson} order by ${inOrder}) from page c), '[]') as results`,
);

export async function readCodes(
  read: Read,
  values: AdminScope &
    Page & { gymId: string | null; isActive: boolean | null; isUsable: boolean | null; search: string | null },
) {
  const [found] = await read(listStatement, values);
  return found!;
}

const someStatement = statement('some-invite-codes', { ...scopeValues, ids: 'uuid[]' })<{ code: InviteCode }>(
  `select ${codeJson} as code from invite_codes c where ${isManaged} and c.id = any($ids)
  order by array_position($ids, c.id)`,
);

/** The managed codes among these, in this order. */
export async function readSomeCodes(db: Db, values: AdminScope & { ids: string[] }): Promise<InviteCode[]> {
  return (await run(db, someStatement, values)).map(({ code }) => code);
}

const usesStatement = statement('invite-code-uses', { ...scopeValues, id: 'uuid', limit: 'int', offset: 'int' })<
  Found<Returns<typeof listInviteCodeUses>['results'][number]>
>(
  `with found as (select n.* from invite_codes c join invite_code_uses n
      on n.organization_id = c.organization_id and n.invite_code_id = c.id
    where ${isManaged} and c.id = $id),
  page as (select * from found order by used_at desc, id desc limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(json_build_object('user', (select ${personJsonSql('u')} from users u
        where u.organization_id = n.organization_id and u.id = n.user_id), 'joined_at', ${instantSql('n.used_at')})
      order by n.used_at desc, n.id desc) from page n), '[]') as results
  from invite_codes c where ${isManaged} and c.id = $id`,
);

/** Undefined if there is no such code for this admin. */
export async function readUses(read: Read, values: AdminScope & Page & { id: string }) {
  const [found] = await read(usesStatement, values);
  return found;
}

const referralsStatement = statement('referrals', {
  ...scopeValues,
  referrerId: 'uuid?',
  limit: 'int',
  offset: 'int',
})<Found<Returns<typeof listReferrals>['results'][number]>>(
  `with direct as (select r.referrer_id, count(*)::int as brought from referrals r
    where r.organization_id = $organizationId group by 1),
  found as materialized (select u.id, coalesce(d.brought, 0) as brought from users u left join direct d on d.referrer_id = u.id
    where u.organization_id = $organizationId
      and case when $referrerId is null then d.brought > 0 else exists (select from referrals r
        where r.organization_id = $organizationId and r.referrer_id = $referrerId and r.user_id = u.id) end
      and ($gymIds is null or exists (select from user_gyms g
        where g.organization_id = $organizationId and g.user_id = u.id and g.gym_id = any($gymIds)))),
  page as (select * from found order by brought desc, id limit $limit offset $offset)
  select (select count(*)::int from found) as count,
    coalesce((select json_agg(json_build_object('user', ${personJsonSql('u')}, 'joined_at', ${instantSql('u.created_at')},
      'brought', p.brought, 'brought_in_all', (
        with recursive below (id) as (
          select r.user_id from referrals r where r.organization_id = $organizationId and r.referrer_id = p.id
          union select r.user_id from referrals r join below on r.organization_id = $organizationId and r.referrer_id = below.id)
        select count(*)::int from below where id <> p.id)) order by p.brought desc, p.id)
      from page p join users u on u.id = p.id), '[]') as results`,
);

export async function readReferrals(read: Read, values: AdminScope & Page & { referrerId: string | null }) {
  const [found] = await read(referralsStatement, values);
  return found!;
}

const knownInviteesStatement = statement('known-invitees', { organizationId: 'uuid', emails: 'text[]' })<{
  email: string;
  outcome: 'member' | 'sent_before';
}>(
  `select lower(u.email) as email, 'member' as outcome from users u
    where u.organization_id = $organizationId and lower(u.email) = any($emails)
  union all
  select lower(m.to_address), 'sent_before' from mails m where m.organization_id = $organizationId and m.kind = 'invite'
    and lower(m.to_address) = any($emails) and m.created_at > now() - interval '1 day'`,
);

/** Of these addresses, those that belong to members or got an invite within a day. */
export const readKnownInvitees = (tx: Db, organizationId: string, emails: string[]) =>
  run(tx, knownInviteesStatement, { organizationId, emails });
