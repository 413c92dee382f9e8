import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { canUseGym, managesGym } from './gym-access.ts';
import { personZone } from './person-zone.ts';

/** The caller and their current rights. */
export type Caller = {
  userId: string;
  loginId: string;
  role: string;
  organizationId: string | null;
  /** The gyms this user may use. */
  gymIds: string[];
  /** The gyms this user manages. */
  managedGymIds: string[];
  currentGymId: string | null;
  /** As they set it in their profile. */
  timezone: string | null;
  /** The zone they live by, as `personZone` says. */
  homeZone: string;
  isDemo: boolean;
  emailVerified: boolean;
  /** Signed in with a password that someone else chose. */
  mustChangePassword: boolean;
  /** The super admin's own id while inside an organization; the role is then that organization's admin. */
  emulatedBy: string | null;
};

/** A caller inside an organization. */
export type Member = Caller & { organizationId: string };

/** While emulating, a super admin has every gym of the organization. A closed gym is open to no one. */
const gymsSql = (has: string) => `array(select g.id from gyms g
  where g.organization_id = coalesce(l.emulated_organization_id, u.organization_id) and g.is_active
    and (l.method = 'emulation' or ${has}) order by g.id)`;

/** Whether the sign-in and the account are valid, apart from the organization. */
const validSql = `l.revoked_at is null and l.expires_at > now() and u.is_active
    and (u.demo_expires_at is null or u.demo_expires_at > now())
    and (l.method <> 'emulation' or u.role = 'super_admin')`;
const standsSql = `l.id = $loginId and u.id = $userId and ${validSql}`;

const callerSql = (
  stands: string,
) => `select u.id as "userId", l.id as "loginId", u.timezone, ${personZone('u')} as "homeZone", u.is_demo_user as "isDemo",
    u.email_verified as "emailVerified", u.must_change_password as "mustChangePassword",
    case when l.method = 'emulation' then 'org_admin' else u.role end as role,
    coalesce(l.emulated_organization_id, u.organization_id) as "organizationId",
    case when l.method = 'emulation' then null else u.current_gym_id end as "currentGymId",
    case when l.method = 'emulation' then u.id end as "emulatedBy",
    ${gymsSql(canUseGym('u', 'g.id'))} as "gymIds", ${gymsSql(managesGym('u', 'g.id'))} as "managedGymIds",
    extract(epoch from least(l.expires_at, u.demo_expires_at)) * 1000 as "endsAt"
  from logins l join users u on u.id = l.user_id
    left join organizations o on o.id = coalesce(l.emulated_organization_id, u.organization_id)
  where ${stands} and (o.id is null or o.is_active or u.role = 'super_admin')`;

type CallerRow = Caller & { endsAt: number };
const callerStatement = statement('caller', { loginId: 'uuid', userId: 'uuid' })<CallerRow>(callerSql(standsSql));
const callersStatement = statement('callers', { loginIds: 'uuid[]' })<CallerRow>(
  callerSql(`l.id = any($loginIds) and ${validSql}`),
);

/** What members of an organization that is off are told. */
export type Closure = 'organization_inactive' | 'organization_gone';

/** SQL for the closure of an organization `o`; null while it is open. */
export const closureSql = `case when o.deleted_at is not null then 'organization_gone'
  when not o.is_active then 'organization_inactive' end`;

const closureStatement = statement('caller-closure', { loginId: 'uuid', userId: 'uuid' })<{ closure: Closure | null }>(
  `select ${closureSql} as closure
  from logins l join users u on u.id = l.user_id join organizations o on o.id = u.organization_id where ${standsSql}`,
);

/** Why a sign-in is refused, if its organization is the only reason. */
export async function readClosure(read: Read, { userId, loginId }: { userId: string; loginId: string }) {
  const [row] = await read(closureStatement, { userId, loginId });
  return row?.closure ?? null;
}

/** Reads the caller of a sign-in; null if the sign-in is no longer valid. */
export async function readCaller(read: Read, login: { userId: string; loginId: string }) {
  const [row] = await read(callerStatement, login);
  if (!row) return null;
  const { endsAt, ...caller } = row;
  return { caller, endsAt: Number(endsAt) };
}

/** The callers of those sign-ins that are still valid, in one statement. */
export const readCallers = (read: Read, loginIds: readonly string[]): Promise<Caller[]> =>
  read(callersStatement, { loginIds });

type Entry = { caller: Caller; endsAt: number };

export type Callers = {
  /** Null if the sign-in has ended. Asynchronous only for an unknown caller. */
  find(claims: { userId: string; loginId: string }): Caller | Promise<Caller | null>;
  drop(userId: string): void;
  dropAll(): void;
};

/**
 * The caller cache: a hot read needs no statement to know its caller, and a change (announced by a trigger) takes
 * effect at the next call. While notifications don't arrive, `isLive` is false and every call reads its caller.
 */
export function createCallers(read: Read, isLive: () => boolean): Callers {
  const byLogin = new Map<string, Entry>();
  const loginsOf = new Map<string, Set<string>>();
  // Raised by each drop, so that a row read before a change is never cached after it.
  let generation = 0;

  function keep(entry: Entry) {
    if (byLogin.size >= 50_000) dropAll();
    byLogin.set(entry.caller.loginId, entry);
    const logins = loginsOf.get(entry.caller.userId) ?? new Set();
    loginsOf.set(entry.caller.userId, logins.add(entry.caller.loginId));
  }

  function dropAll() {
    generation += 1;
    byLogin.clear();
    loginsOf.clear();
  }

  async function look(login: { userId: string; loginId: string }): Promise<Caller | null> {
    const started = generation;
    const entry = await readCaller(read, login);
    if (entry && started === generation && isLive()) keep(entry);
    return entry?.caller ?? null;
  }

  return {
    find({ userId, loginId }) {
      const known = byLogin.get(loginId);
      if (known && known.caller.userId === userId && known.endsAt > Date.now() && isLive()) return known.caller;
      return look({ userId, loginId });
    },
    drop(userId) {
      generation += 1;
      for (const loginId of loginsOf.get(userId) ?? []) byLogin.delete(loginId);
      loginsOf.delete(userId);
    },
    dropAll,
  };
}
