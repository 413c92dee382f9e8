import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addInviteCode } from '#testing/invites.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
/** The owner of another organization. */
const eve = () => app().as(app().cast.eve);
const finn = () => app().as(app().cast.finn);

beforeAll(async () => {
  const { db, cast } = app();
  await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', cast.eve.id).execute();
});

async function addUse(codeId: string, userId: string | null) {
  const { db, cast } = app();
  await db
    .insertInto('invite_code_uses')
    .values({ organization_id: cast.organizations.ironHarbour, id: newId(), invite_code_id: codeId, user_id: userId })
    .execute();
}

describe('the list of invite codes', () => {
  test('has the newest of those that work first, with its link and whether it can be used', async () => {
    const { cast } = app();
    const admin = await olga();
    const { status, body } = await admin.createInviteCode({
      body: { code: ' front-desk ', label: 'Front desk', gym_id: cast.gyms.fremantle, max_uses: 50 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      code: 'FRONT-DESK',
      label: 'Front desk',
      gym: { id: cast.gyms.fremantle, name: 'Fremantle' },
      max_uses: 50,
      use_count: 0,
      is_active: true,
      is_usable: true,
      link: expect.stringMatching(/^http.*\/i\/org\/FRONT-DESK$/),
    });
    const { body: off } = await admin.createInviteCode({ body: {} });
    await admin.updateInviteCode({ params: { id: off.id }, body: { is_active: false } });
    const { body: list } = await admin.listInviteCodes();
    expect(list.results[0]).toEqual(body);
    expect(list.results.findIndex(({ id }) => id === off.id)).toBe(
      list.results.findIndex(({ is_usable }) => !is_usable),
    );
    expect((await app().visitor.validateInviteCode({ body: { code: 'front-desk' } })).body.valid).toBe(true);
  });

  test('is filtered by gym and state, and comes in pages', async () => {
    const { db, cast } = app();
    await addInviteCode(db, cast.organizations.ironHarbour, { gym_id: cast.gyms.barangaroo, is_active: false });
    const admin = await olga();
    const { body } = await admin.listInviteCodes({ query: { gym_id: cast.gyms.barangaroo, is_active: false } });
    expect(body.results.length).toBeGreaterThan(0);
    for (const code of body.results)
      expect(code).toMatchObject({ is_active: false, is_usable: false, gym: { id: cast.gyms.barangaroo } });
    const { body: works } = await admin.listInviteCodes({ query: { is_usable: true, search: 'front' } });
    expect(works.results.map(({ code }) => code)).toEqual(['FRONT-DESK']);
    expect((await admin.listInviteCodes({ query: { is_usable: false, search: 'front' } })).body.count).toBe(0);
    const { body: page } = await admin.listInviteCodes({ query: { page: 2, page_size: 1 } });
    expect(page.results).toHaveLength(1);
    expect(page.previous).toBe('/api/v1/gyms/invite-codes/?page=1&page_size=1');
  });
});

describe('changing invite codes', () => {
  test('switches a code off and on, moves and limits it, and says so in the audit log', async () => {
    const { db, cast, visitor } = app();
    const admin = await olga();
    const { body: code } = await admin.createInviteCode({ body: {} });
    const params = { id: code.id };
    const isValid = async () => (await visitor.validateInviteCode({ body: { code: code.code } })).body.valid;
    const off = await admin.updateInviteCode({ params, body: { is_active: false } });
    expect(off.body).toMatchObject({ is_active: false, is_usable: false });
    expect(await isValid()).toBe(false);
    const on = await admin.updateInviteCode({
      params,
      body: { is_active: true, label: 'Summer', gym_id: cast.gyms.barangaroo, expires_at: '2036-01-01T00:00:00Z' },
    });
    expect(on.body).toMatchObject({ is_usable: true, label: 'Summer', gym: { id: cast.gyms.barangaroo } });
    expect(await isValid()).toBe(true);
    const entries = await db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', code.id)
      .orderBy('created_at')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'invite_code.created',
      'invite_code.updated',
      'invite_code.updated',
    ]);
  });

  test('refuses a limit below the number of uses', async () => {
    const { cast } = app();
    const admin = await olga();
    const { body: code } = await admin.createInviteCode({ body: {} });
    for (const { id } of [cast.ana, cast.ben]) await addUse(code.id, id);
    const { status, error } = await admin.updateInviteCode({ params: { id: code.id }, body: { max_uses: 1 } });
    expect([status, error.details]).toEqual([400, { max_uses: ['Already used 2 times'] }]);
  });

  test('tells the second of two admins who edit the same code, and keeps what the first saved', async () => {
    const { cast } = app();
    const { body: code } = await (await olga()).createInviteCode({ body: { gym_id: cast.gyms.barangaroo } });
    const params = { id: code.id };
    const edit = (label: string, version: string) => ({ params, body: { label, version } });
    const first = await (await app().as(cast.finn)).updateInviteCode(edit('Front desk', code.version));
    expect(first.status).toBe(200);
    const second = await (await olga()).updateInviteCode(edit('Open day', code.version));
    expect(second.error).toMatchObject({ code: 'changed_meanwhile', current_version: first.body.version });
    // Switching it off is no change of what the form shows.
    await (await olga()).updateInviteCode({ params, body: { is_active: false } });
    const third = await (await olga()).updateInviteCode(edit('Open day', first.body.version));
    expect(third.body).toMatchObject({ label: 'Open day', is_active: false });
  });

  test('removes a code, whose link ends, but keeps its members', async () => {
    const { db, cast, visitor } = app();
    const admin = await olga();
    const { body: code } = await admin.createInviteCode({ body: {} });
    await addUse(code.id, cast.ana.id);
    expect((await admin.deleteInviteCode({ params: { id: code.id } })).status).toBe(204);
    expect((await visitor.validateInviteCode({ body: { code: code.code } })).body.valid).toBe(false);
    expect((await admin.deleteInviteCode({ params: { id: code.id } })).error.code).toBe('invite_code_not_found');
    const ana = await db.selectFrom('users').select('is_active').where('id', '=', cast.ana.id).executeTakeFirst();
    expect(ana).toEqual({ is_active: true });
  });

  test('makes a hundred different codes at once', async () => {
    const { body } = await (await olga()).generateInviteCodes({ body: { count: 100, max_uses: 1, label: 'Open day' } });
    expect(new Set(body.results.map(({ code }) => code)).size).toBe(100);
    for (const { code, max_uses, label } of body.results) {
      expect(code).toMatch(/^[A-Z0-9]{8}$/);
      expect({ max_uses, label }).toEqual({ max_uses: 1, label: 'Open day' });
    }
  });

  test('gives a code that is taken to nobody else, whoever asks at the same moment', async () => {
    const [harbour, night] = [await olga(), await eve()];
    const answers = await Promise.all(
      [harbour, night].map((admin) => admin.createInviteCode({ body: { code: 'RACE' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.error.details).toEqual({ code: ['This invite code is already in use.'] });
  });

  test('says which characters a code may have', async () => {
    const { error } = await (await olga()).createInviteCode({ body: { code: 'MÜLLER FREI!' } });
    expect(error.details?.code).toEqual([
      'Use only the letters A to Z, digits and dashes. No spaces, accents or other signs.',
    ]);
  });

  test.each([
    [{ code: 'ABC' }, 'code'],
    [{ code: 'NO SPACES HERE' }, 'code'],
    [{ max_uses: 0 }, 'max_uses'],
    [{ label: 'x'.repeat(121) }, 'label'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
  ])('refuses %j and names the field', async (body, field) => {
    const { status, error } = await (await olga()).createInviteCode({ body });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]]);
  });
});

describe('who manages which codes', () => {
  test('a gym admin sees and makes codes of their gyms alone', async () => {
    const { db, cast } = app();
    const owner = await olga();
    const wide = (await owner.createInviteCode({ body: {} })).body;
    const elsewhere = (await owner.createInviteCode({ body: { gym_id: cast.gyms.fremantle } })).body;
    const admin = await finn();
    const managed = await db
      .selectFrom('user_gyms')
      .select('gym_id')
      .where('user_id', '=', cast.finn.id)
      .where('manages', '=', true)
      .execute();
    expect(managed).toEqual([{ gym_id: cast.gyms.barangaroo }]);
    const own = (await admin.createInviteCode({ body: { gym_id: cast.gyms.barangaroo } })).body;
    const seen = (await admin.listInviteCodes({ query: { page_size: 100 } })).body.results;
    expect(seen.map(({ id }) => id)).toContain(own.id);
    for (const { gym } of seen) expect(gym?.id).toBe(cast.gyms.barangaroo);

    expect((await admin.createInviteCode({ body: {} })).error.details).toHaveProperty('gym_id');
    expect((await admin.createInviteCode({ body: { gym_id: cast.gyms.fremantle } })).error.code).toBe('gym_not_found');
    const moved = await admin.updateInviteCode({ params: { id: own.id }, body: { gym_id: null } });
    expect(moved.error.details).toHaveProperty('gym_id');
    for (const { id } of [wide, elsewhere]) {
      const params = { id };
      const answers = [
        await admin.updateInviteCode({ params, body: { is_active: false } }),
        await admin.deleteInviteCode({ params }),
        await admin.listInviteCodeUses({ params }),
      ];
      expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'invite_code_not_found'));
    }
  });

  test("another organization's codes and gyms don't exist", async () => {
    const { cast } = app();
    const { body: code } = await (await olga()).createInviteCode({ body: {} });
    const stranger = await eve();
    const params = { id: code.id };
    expect((await stranger.updateInviteCode({ params, body: { label: 'Mine' } })).error.code).toBe(
      'invite_code_not_found',
    );
    expect((await stranger.deleteInviteCode({ params })).error.code).toBe('invite_code_not_found');
    expect((await stranger.createInviteCode({ body: { gym_id: cast.gyms.fremantle } })).error.code).toBe(
      'gym_not_found',
    );
    expect((await stranger.listInviteCodes({ query: { gym_id: cast.gyms.fremantle } })).body.count).toBe(0);
  });
});

describe('who joined', () => {
  test('lists the people of a code, the newest first, and keeps the place of a deleted account', async () => {
    const { cast } = app();
    const admin = await olga();
    const { body: code } = await admin.createInviteCode({ body: {} });
    await addUse(code.id, cast.ana.id);
    await addUse(code.id, null);
    const { body } = await admin.listInviteCodeUses({ params: { id: code.id } });
    expect(body.results.map(({ user }) => user?.id ?? null)).toEqual([null, cast.ana.id]);
  });

  test('counts whom a member brought, and whom those brought in turn', async () => {
    const { db, cast } = app();
    const { ironHarbour: organization_id } = cast.organizations;
    await db
      .insertInto('referrals')
      .values([
        { organization_id, user_id: cast.ben.id, referrer_id: cast.ana.id, via: 'friend' },
        { organization_id, user_id: cast.cleo.id, referrer_id: cast.ben.id, via: 'session' },
        // In a circle: she was brought by a session later.
        { organization_id, user_id: cast.ana.id, referrer_id: cast.cleo.id, via: 'session' },
      ])
      .execute();
    const admin = await olga();
    const { body } = await admin.listReferrals();
    const ana = body.results.find(({ user }) => user.id === cast.ana.id);
    expect(ana).toMatchObject({ brought: 1, brought_in_all: 2 });
    const { body: brought } = await admin.listReferrals({ query: { referrer_id: cast.ana.id } });
    expect(brought.results.map(({ user }) => user.id)).toEqual([cast.ben.id]);
  });
});
