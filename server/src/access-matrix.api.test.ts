import { type Access, type Endpoint, type EndpointName, type ErrorBody, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { idPaths, type Path, sampleInput } from '#testing/hostile/sample-input.ts';
import { addNotification, addSession } from '#testing/test-data.ts';

const app = useTestApp();

const table = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];

/** The codes of the access check itself; features have their own. */
const gateCodes = [
  'not_signed_in',
  'token_invalid',
  'access_denied',
  'organization_required',
  'emulation_not_allowed',
  'demo_not_allowed',
  'email_not_verified',
  'password_change_required',
];

type Who =
  | 'signed out'
  | 'member'
  | 'gym admin'
  | 'org admin'
  | 'super admin'
  | 'stranger'
  | 'demo'
  | 'demo admin'
  | 'emulating'
  | 'without a gym'
  | 'unverified'
  | 'without an own password';

const everyone: Who[] = [
  'signed out',
  'member',
  'gym admin',
  'org admin',
  'super admin',
  'stranger',
  'demo',
  'demo admin',
  'emulating',
  'without a gym',
  'unverified',
  'without an own password',
];

/** Who each access level admits; the others are refused with the given code. */
const refused: Record<Access, Partial<Record<Who, string>>> = {
  public: {},
  signed_in: { 'signed out': 'not_signed_in' },
  member: {
    'signed out': 'not_signed_in',
    'super admin': 'organization_required',
    'without a gym': 'organization_required',
  },
  gym_admin: {
    'signed out': 'not_signed_in',
    member: 'access_denied',
    stranger: 'access_denied',
    demo: 'access_denied',
    'without a gym': 'access_denied',
  },
  org_admin: {
    'signed out': 'not_signed_in',
    member: 'access_denied',
    stranger: 'access_denied',
    demo: 'access_denied',
    'without a gym': 'access_denied',
    'gym admin': 'access_denied',
  },
  super_admin: {
    'signed out': 'not_signed_in',
    member: 'access_denied',
    stranger: 'access_denied',
    demo: 'access_denied',
    'without a gym': 'access_denied',
    'gym admin': 'access_denied',
    'org admin': 'access_denied',
    'demo admin': 'access_denied',
    emulating: 'access_denied',
  },
};

/** Who the entry refuses, and with which code. */
function refusalOf(entry: Endpoint, who: Who): string | undefined {
  const { access, insideOrganization, emulating, demo, needsVerifiedEmail, beforeOwnPassword } = entry;
  // Both are organization admins, so that they get past the check of roles.
  const byAccess = refused[access][isOwner(who) ? 'org admin' : who];
  if (byAccess) return byAccess;
  if (who === 'unverified' && needsVerifiedEmail) return 'email_not_verified';
  if (who === 'without an own password' && access !== 'public' && !beforeOwnPassword) return 'password_change_required';
  if (insideOrganization && who === 'super admin') return 'organization_required';
  if (emulating && who === 'emulating') return 'emulation_not_allowed';
  if (demo && (who === 'demo' || who === 'demo admin')) return 'demo_not_allowed';
  return undefined;
}

const isOwner = (who: Who) => who === 'unverified' || who === 'without an own password';

/** An organization admin in a state that closes calls. */
async function owner(state: { email_verified: boolean; must_change_password: boolean }): Promise<CastMember> {
  const { db, cast } = app();
  const id = newId();
  const email = `${id}@ironharbour.example`;
  await db
    .insertInto('users')
    .values({
      ...{ id, email, first_name: 'Odd', role: 'org_admin', organization_id: cast.organizations.ironHarbour },
      ...state,
    })
    .execute();
  return { ...cast.olga, id, email };
}

/** An admin of the sandbox: a call closed in demos is closed to every role. */
async function demoAdmin(): Promise<CastMember> {
  const { db, cast } = app();
  const organization_id = cast.organizations.sandbox;
  const admin = { ...cast.demi, id: newId(), email: `${newId()}@sandbox.example` };
  await db
    .insertInto('users')
    .values({
      id: admin.id,
      email: admin.email,
      organization_id,
      role: 'org_admin',
      first_name: 'Dara',
      email_verified: true,
      is_demo_user: true,
      demo_persona: 'Dara',
      demo_expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return admin;
}

async function tokenOf(who: Who): Promise<string | null> {
  const { cast, tokenFor } = app();
  switch (who) {
    case 'signed out':
      return null;
    case 'member':
      return tokenFor(cast.ana);
    case 'gym admin':
      return tokenFor(cast.finn);
    case 'org admin':
      return tokenFor(cast.olga);
    case 'super admin':
      return tokenFor(cast.sam);
    case 'stranger':
      return tokenFor(cast.eve);
    case 'demo':
      return tokenFor(cast.demi);
    case 'demo admin':
      return tokenFor(await demoAdmin());
    case 'emulating':
      return tokenFor(cast.sam, cast.organizations.ironHarbour);
    case 'without a gym':
      return tokenFor(cast.gwen);
    case 'unverified':
      return tokenFor(await owner({ email_verified: false, must_change_password: false }));
    case 'without an own password':
      return tokenFor(await owner({ email_verified: true, must_change_password: true }));
  }
}

type Wanted = { part: 'params' | 'query' | 'body'; path: Path; id: string };

/** Makes the call with an input from its schemas and returns the answer; for a stream only its start. */
async function make(name: EndpointName, token: string | null, wanted?: Wanted) {
  const definition: Endpoint = endpoints[name];
  const sample = (part: Wanted['part']) => {
    const schema = definition[part];
    return schema && sampleInput(schema, wanted?.part === part ? wanted : undefined);
  };
  const input = { params: sample('params') as object | undefined, query: sample('query') as object | undefined };
  const response = await app().http.inject({
    method: definition.method,
    url: `${API_ROOT}${addressOf(definition.path, input)}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(definition.body && !definition.accepts && { payload: sample('body') as object }),
    payloadAsStream: true,
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  let text = '';
  if (isJson) for await (const chunk of response.stream()) text += chunk;
  else response.stream().destroy();
  return { status: response.statusCode, body: text === '' ? undefined : (JSON.parse(text) as Partial<ErrorBody>) };
}

describe('who may call what', () => {
  test('covers every access level of the contract', () => {
    expect(new Set(table.map(([, { access }]) => access))).toEqual(new Set(Object.keys(refused)));
  });

  describe.each(everyone)('%s', (who) => {
    test('is refused exactly the closed calls, and the others cause no server error', async () => {
      let token = await tokenOf(who);
      const wrong: unknown[] = [];
      for (const [name, entry] of table) {
        const { status, body } = await make(name, token);
        const code = body?.code ?? '';
        const expected = refusalOf(entry, who);
        const asExpected = expected
          ? code === expected && status === (expected === 'not_signed_in' ? 401 : 403)
          : !gateCodes.includes(code) && status < 500;
        if (!asExpected) wrong.push({ name, status, code, expected });
        // These end the sign-in that makes them, or the state it is in.
        if (['logout', 'stopEmulation', 'changePassword'].includes(name)) token = await tokenOf(who);
        // No demo could start any more.
        if (name === 'updateDemoLimits') await app().db.deleteFrom('demo_limits').execute();
      }
      expect(wrong).toEqual([]);
    });
  });

  test('ranks a role named like an object property as a member', async () => {
    const { db, cast, as } = app();
    const id = newId();
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@ironharbour.example`,
        organization_id: cast.organizations.ironHarbour,
        role: 'constructor',
        first_name: 'Con',
      })
      .execute();
    const client = await as({ ...cast.ana, id });
    expect((await client.listSessions()).status).toBe(200);
    for (const call of [client.listUsers, client.createGym, client.listSuperUsers])
      expect((await call({} as never)).error.code).toBe('access_denied');
  });

  test('rejects a stale token on every call except public ones', async () => {
    const { cast, tokenFor, db } = app();
    const token = await tokenFor(cast.ben);
    await db.updateTable('logins').set({ revoked_at: new Date() }).where('user_id', '=', cast.ben.id).execute();
    for (const [name, { access }] of table) {
      const { body } = await make(name, token);
      expect([name, gateCodes.includes(body?.code ?? '')]).toEqual([name, access !== 'public']);
    }
  });
});

describe('an id of another organization', () => {
  const foreign: Record<string, string> = {};
  const tokens = new Map<Who, string | null>();
  const ask: Record<Access, Who> = {
    public: 'member',
    signed_in: 'member',
    member: 'member',
    gym_admin: 'gym admin',
    org_admin: 'org admin',
    super_admin: 'emulating',
  };
  /** An organization's brand is on its public pages. */
  const open: EndpointName[] = ['getOrganizationTheme'];

  beforeAll(async () => {
    const { db, cast } = app();
    for (const who of new Set(Object.values(ask))) tokens.set(who, await tokenOf(who));
    const session = await addSession(db, { gym: cast.gyms.shoreditch, host: cast.eve });
    const notification = await addNotification(db, { to: cast.eve, kind: 'session_changed', session });
    const login = newId();
    await db
      .insertInto('logins')
      .values({ id: login, user_id: cast.eve.id, method: 'password', expires_at: new Date(Date.now() + 60_000) })
      .execute();
    const organization_id = cast.organizations.nightShift;
    const [user_low_id, user_high_id] = [cast.eve.id, cast.nora.id].sort() as [string, string];
    const [conversation, friendship, friendRequest] = [newId(), newId(), newId()];
    await db
      .insertInto('conversations')
      .values({ organization_id, id: conversation, kind: 'direct', user_low_id, user_high_id })
      .execute();
    await db
      .insertInto('conversation_members')
      .values(
        [user_low_id, user_high_id].map((user_id) => ({ organization_id, conversation_id: conversation, user_id })),
      )
      .execute();
    await db.insertInto('friendships').values({ organization_id, id: friendship, user_low_id, user_high_id }).execute();
    await db
      .insertInto('friend_requests')
      .values({ organization_id, id: friendRequest, sender_id: user_low_id, receiver_id: user_high_id })
      .execute();
    Object.assign(foreign, {
      conversation,
      friendship,
      friendRequest,
      organization: cast.organizations.nightShift,
      gym: cast.gyms.shoreditch,
      person: cast.eve.id,
      session,
      notification,
      login,
    });
  });

  const paths = table
    .filter(([name]) => !open.includes(name))
    .flatMap(([name, definition]) =>
      (['params', 'query', 'body'] as const).flatMap((part) =>
        definition[part] ? idPaths(definition[part]).map((path) => ({ name, part, path })) : [],
      ),
    );

  test('is tested in every call that takes one', () => {
    expect(paths.map(({ name, path }) => `${name}.${path.join('.')}`)).toEqual(
      expect.arrayContaining([
        'switchGym.gym_id',
        'updateMe.default_gym_id',
        'listAccessibleGyms.organization_id',
        'revokeMyLogin.id',
        'shareSessionToChat.conversation_id',
        'sendFriendRequest.receiver_id',
        'listSessions.gym',
        'listSessions.host',
        'listSessions.series',
        'listNotifications.before',
        'startEmulation.organization_id',
      ]),
    );
  });

  test.each(paths)('gets the answer of an unknown id in $name ($part $path)', async ({ name, part, path }) => {
    const { access } = endpoints[name];
    for (const who of new Set<Who>([ask[access], 'emulating'])) {
      const answer = async (id: string) => {
        const { status, body } = await make(name, tokens.get(who) ?? null, { part, path, id });
        return { status, body: body && { ...body, request_id: '' } };
      };
      const made = await answer(newId());
      expect(made.status).not.toBe(401);
      // Otherwise the sample would be refused, and not the id.
      if (made.body?.code === 'validation_failed') expect(Object.keys(made.body.details ?? {})).toEqual([path[0]]);
      for (const [kind, id] of Object.entries(foreign))
        expect({ kind, ...(await answer(id)) }).toEqual({ kind, ...made });
    }
  });
});
