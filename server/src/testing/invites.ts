import type { Insertable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { newId } from '#platform/ids.ts';
import type { CastMember } from './cast.ts';

let made = 0;

/** An organization's invite code; unlimited by default. */
export async function addInviteCode(
  db: Db,
  organizationId: string,
  more: Partial<Insertable<DB['invite_codes']>> = {},
): Promise<string> {
  made += 1;
  const code = more.code ?? `TEST-CODE-${made}`;
  await db
    .insertInto('invite_codes')
    .values({ organization_id: organizationId, id: newId(), ...more, code })
    .execute();
  return code;
}

/** Every way a code can be invalid, by name, each with its code. */
export async function addDeadCodes(
  db: Db,
  cast: { organizations: { ironHarbour: string; sandbox: string }; cleo: CastMember },
) {
  const { ironHarbour, sandbox } = cast.organizations;
  const usedUp = newId();
  const codes = {
    unknown: 'NO-SUCH-CODE',
    expired: await addInviteCode(db, ironHarbour, { expires_at: new Date(Date.now() - 1000) }),
    'used up': await addInviteCode(db, ironHarbour, { id: usedUp, max_uses: 1 }),
    'switched off': await addInviteCode(db, ironHarbour, { is_active: false }),
    "a demo's": await addInviteCode(db, sandbox),
  };
  await db
    .insertInto('invite_code_uses')
    .values({ organization_id: ironHarbour, id: newId(), invite_code_id: usedUp, user_id: cast.cleo.id })
    .execute();
  return codes;
}

export async function shareCodeOf(db: Db, { id }: CastMember): Promise<string> {
  const row = await db.selectFrom('users').select('personal_share_code').where('id', '=', id).executeTakeFirstOrThrow();
  return row.personal_share_code ?? '';
}
