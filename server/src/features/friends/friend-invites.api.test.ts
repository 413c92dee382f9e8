import { afterEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { shareCodeOf } from '#testing/invites.ts';

const app = useTestApp();

const friendsOf = async ({ id }: CastMember) => {
  const rows = await app()
    .db.selectFrom('friendships')
    .select(['user_low_id', 'user_high_id'])
    .where((eb) => eb.or([eb('user_low_id', '=', id), eb('user_high_id', '=', id)]))
    .execute();
  return rows.map((row) => (row.user_low_id === id ? row.user_high_id : row.user_low_id));
};

describe('a friend invite', () => {
  test('has one permanent code, created on first use', async () => {
    const { db, cast, config } = app();
    await db.updateTable('users').set({ personal_share_code: null }).where('id', '=', cast.ben.id).execute();
    const ben = await app().as(cast.ben);
    const { status, body } = await ben.generatePlatformInvite();
    expect(status).toBe(200);
    expect(body.code).toMatch(/^[\w-]{12}$/);
    expect(body.referrer_code).toBe(body.code);
    expect(body.invite_url).toBe(`${config.PUBLIC_URL}/i/friend/${body.code}`);
    expect((await ben.generatePlatformInvite()).body).toEqual(body);
  });

  test('shows a stranger only the first name, initials and gym', async () => {
    const { db, cast, visitor } = app();
    await db.insertInto('files').values({ key: 'ana.webp', content_type: 'image/webp', bytes: 1 }).execute();
    await db.updateTable('users').set({ avatar_key: 'ana.webp' }).where('id', '=', cast.ana.id).execute();
    const { status, body } = await visitor.getPlatformInvite({ params: { code: await shareCodeOf(db, cast.ana) } });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      organization: { id: cast.organizations.ironHarbour, name: 'Iron Harbour' },
      inviter: {
        id: cast.ana.id,
        name: 'Ana',
        email: null,
        initials: 'AA',
        avatar_color: expect.stringMatching(/^#/),
        avatar_url: null,
      },
      gym: { id: cast.gyms.barangaroo, name: 'Barangaroo' },
      already_friends: false,
    });
  });

  test('shows members of the same organization the inviter, and whether they are friends already', async () => {
    const { db, cast } = app();
    const code = await shareCodeOf(db, cast.ana);
    const ben = await (await app().as(cast.ben)).getPlatformInvite({ params: { code } });
    expect(ben.body).toMatchObject({
      already_friends: true,
      inviter: { name: 'Ana Alvarez', email: cast.ana.email, avatar_url: '/files/ana.webp' },
    });
    const cleo = await (await app().as(cast.cleo)).getPlatformInvite({ params: { code } });
    expect(cleo.body).toMatchObject({ already_friends: false, inviter: { name: 'Ana Alvarez' } });
    const eve = await (await app().as(cast.eve)).getPlatformInvite({ params: { code } });
    expect(eve.body.inviter).toMatchObject({ name: 'Ana', email: null });
  });

  test('is equally invalid when unknown, blocked, deactivated or in a demo', async () => {
    const { db, cast, visitor } = app();
    const answers = [
      await visitor.getPlatformInvite({ params: { code: 'nobody-has-it' } }),
      await visitor.getPlatformInvite({ params: { code: await shareCodeOf(db, cast.demi) } }),
      await (await app().as(cast.dov)).getPlatformInvite({ params: { code: await shareCodeOf(db, cast.ana) } }),
      await (await app().as(cast.ana)).getPlatformInvite({ params: { code: await shareCodeOf(db, cast.dov) } }),
    ];
    await db.updateTable('users').set({ is_active: false }).where('id', '=', cast.cleo.id).execute();
    answers.push(await visitor.getPlatformInvite({ params: { code: await shareCodeOf(db, cast.cleo) } }));
    await db.updateTable('users').set({ is_active: true }).where('id', '=', cast.cleo.id).execute();
    for (const { status, error } of answers)
      expect([status, error.code, error.error]).toEqual([404, 'friend_invite_invalid', 'Invalid friend invite.']);
  });

  test('is for members only, not in a demo and not while emulating', async () => {
    const { cast, visitor } = app();
    expect((await visitor.generatePlatformInvite()).status).toBe(401);
    expect((await (await app().as(cast.gwen)).generatePlatformInvite()).error.code).toBe('organization_required');
    expect((await (await app().as(cast.demi)).generatePlatformInvite()).error.code).toBe('demo_not_allowed');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.generatePlatformInvite()).error.code).toBe('emulation_not_allowed');
  });
});

describe('an invite by mail', () => {
  test("goes out once a day in the gym's brand, with the link", async () => {
    const { cast } = app();
    const ana = await app().as(cast.ana);
    const { body } = await ana.generatePlatformInvite({ body: { email: 'Zed@Elsewhere.example' } });
    await ana.generatePlatformInvite({ body: { email: 'zed@elsewhere.example' } });
    const mails = await app().mailsTo('zed@elsewhere.example');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ kind: 'invite', subject: 'Ana invited you to Iron Harbour' });
    expect(mails[0]?.text).toContain(body.invite_url);
    expect(mails[0]?.text).toContain('Barangaroo');
    expect(mails[0]?.html).toContain(body.invite_url);
  });

  test('silently skips a blocked recipient', async () => {
    const { cast } = app();
    const answer = await (await app().as(cast.dov)).generatePlatformInvite({ body: { email: cast.ana.email } });
    expect(answer.status).toBe(200);
    expect((await app().mailsTo(cast.ana.email)).filter(({ kind }) => kind === 'invite')).toEqual([]);
  });

  test('stops after twenty addresses a day', async () => {
    const ben = await app().as(app().cast.ben);
    for (let n = 0; n < 20; n++)
      expect((await ben.generatePlatformInvite({ body: { email: `n${n}@elsewhere.example` } })).status).toBe(200);
    const { status, headers } = await ben.generatePlatformInvite({ body: { email: 'one.more@elsewhere.example' } });
    expect([status, headers['retry-after']]).toEqual([429, '86400']);
    expect((await ben.generatePlatformInvite()).status).toBe(200);
  });

  test('needs an address', async () => {
    const { status, error } = await (await app().as(app().cast.ana)).generatePlatformInvite({ body: { email: 'zed' } });
    expect([status, error.details]).toEqual([400, { email: ['Invalid email address'] }]);
  });
});

describe('accepting a friend invite', () => {
  afterEach(async () => {
    const { db, cast } = app();
    await db
      .deleteFrom('friendships')
      .where((eb) =>
        eb.or([
          eb('user_low_id', '=', cast.cleo.id),
          eb('user_high_id', '=', cast.cleo.id),
          eb('user_high_id', '=', cast.gwen.id),
        ]),
      )
      .execute();
    await db.deleteFrom('referrals').execute();
    await db.deleteFrom('notifications').execute();
    await db.deleteFrom('user_gyms').where('user_id', '=', cast.gwen.id).execute();
    await db
      .updateTable('users')
      .set({ organization_id: null, current_gym_id: null, default_gym_id: null })
      .where('id', '=', cast.gwen.id)
      .execute();
  });

  test('makes two members friends, closes an open request, and adds no gym', async () => {
    const { db, cast } = app();
    await db
      .insertInto('friend_requests')
      .values({
        organization_id: cast.organizations.ironHarbour,
        id: '0190b8a0-0000-7000-8000-00000000000a',
        sender_id: cast.ana.id,
        receiver_id: cast.cleo.id,
      })
      .execute();
    const cleo = await app().as(cast.cleo);
    const { status, body } = await cleo.joinPlatformInvite({
      body: { referrer_code: await shareCodeOf(db, cast.ana) },
    });
    expect([status, body]).toEqual([200, { success: true, friend_id: cast.ana.id }]);
    expect(await friendsOf(cast.cleo)).toEqual([cast.ana.id]);
    const request = await db.selectFrom('friend_requests').select('status').executeTakeFirst();
    expect(request?.status).toBe('accepted');
    const events = await db.selectFrom('live_events').select('user_ids').where('type', '=', 'friend.added').execute();
    expect(events.map(({ user_ids }) => user_ids?.[0]).sort()).toEqual([cast.ana.id, cast.cleo.id].sort());
    const told = await (await app().as(cast.ana)).listNotifications();
    expect(told.body.results.map(({ title }) => title)).toEqual(["Cleo accepted your invite. You're friends now"]);
    expect((await cleo.listNotifications()).body.count).toBe(0);
    expect((await cleo.getMe()).body.accessible_gyms).toHaveLength(1);
  });

  test("adds a person without a gym to the inviter's gym", async () => {
    const { db, cast } = app();
    const gwen = await app().as(cast.gwen);
    const { status } = await gwen.joinPlatformInvite({ body: { referrer_code: await shareCodeOf(db, cast.ana) } });
    expect(status).toBe(200);
    expect((await gwen.getMe()).body).toMatchObject({
      organization: { name: 'Iron Harbour' },
      current_gym: { name: 'Barangaroo' },
    });
    expect(await friendsOf(cast.gwen)).toEqual([cast.ana.id]);
    const referral = await db.selectFrom('referrals').selectAll().executeTakeFirst();
    expect(referral).toMatchObject({ user_id: cast.gwen.id, referrer_id: cast.ana.id, via: 'friend' });
  });

  test('reports a repeat, and changes nothing', async () => {
    const { db, cast } = app();
    const ben = await app().as(cast.ben);
    const { status, error } = await ben.joinPlatformInvite({
      body: { referrer_code: await shareCodeOf(db, cast.ana) },
    });
    expect([status, error.code, error.error]).toEqual([400, 'already_friends', "You're already friends!"]);
  });

  test('makes one friendship when both accept at once', async () => {
    const { db, cast } = app();
    const [ana, cleo] = [await app().as(cast.ana), await app().as(cast.cleo)];
    const [byAna, byCleo] = await Promise.all([
      ana.joinPlatformInvite({ body: { referrer_code: await shareCodeOf(db, cast.cleo) } }),
      cleo.joinPlatformInvite({ body: { referrer_code: await shareCodeOf(db, cast.ana) } }),
    ]);
    expect([byAna.status, byCleo.status].sort()).toEqual([200, 400]);
    expect(await friendsOf(cast.cleo)).toEqual([cast.ana.id]);
  });

  test("is refused for the caller's own code, across a block, across organizations, and when signed out", async () => {
    const { db, cast, visitor } = app();
    const body = { referrer_code: await shareCodeOf(db, cast.ana) };
    expect((await visitor.joinPlatformInvite({ body })).status).toBe(401);
    const codeFor = async (person: CastMember) =>
      (await (await app().as(person)).joinPlatformInvite({ body })).error.code;
    expect(await codeFor(cast.ana)).toBe('not_yourself');
    expect(await codeFor(cast.dov)).toBe('friend_invite_invalid');
    expect(await codeFor(cast.eve)).toBe('already_member');
    expect(await codeFor(cast.demi)).toBe('already_member');
    expect(await codeFor(cast.sam)).toBe('already_member');
    expect(await friendsOf(cast.ana)).toEqual([cast.ben.id]);
  });
});
