import { afterEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addDeadCodes, addInviteCode } from '#testing/invites.ts';

const app = useTestApp();

/** Removes Gwen from her gym again. */
async function takeGwenOut() {
  const { db, cast } = app();
  await db.deleteFrom('user_gyms').where('user_id', '=', cast.gwen.id).execute();
  await db.deleteFrom('invite_code_uses').where('user_id', '=', cast.gwen.id).execute();
  await db
    .updateTable('users')
    .set({ organization_id: null, current_gym_id: null, default_gym_id: null })
    .where('id', '=', cast.gwen.id)
    .execute();
}

describe('looking up an invite code', () => {
  test('names the organization and its gyms, however the code is typed', async () => {
    const { db, cast, visitor } = app();
    const code = await addInviteCode(db, cast.organizations.ironHarbour, { code: 'HARBOUR-26' });
    const { status, body } = await visitor.validateInviteCode({ body: { code: ` ${code.toLowerCase()} ` } });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      organization: { id: cast.organizations.ironHarbour, name: 'Iron Harbour' },
      organization_id: cast.organizations.ironHarbour,
      organization_name: 'Iron Harbour',
      gyms: [
        { id: cast.gyms.barangaroo, name: 'Barangaroo' },
        { id: cast.gyms.fremantle, name: 'Fremantle' },
      ],
      faces: expect.any(Array),
    });
    // Initials and colors of members, and nothing else about them.
    expect(body.faces).toHaveLength(5);
    for (const face of body.faces ?? []) {
      expect(Object.keys(face).sort()).toEqual(['avatar_color', 'initials']);
      expect([...face.initials].length).toBeLessThanOrEqual(2);
    }
  });

  test('offers one gym when the code is for one', async () => {
    const { db, cast, visitor } = app();
    const code = await addInviteCode(db, cast.organizations.ironHarbour, { gym_id: cast.gyms.fremantle });
    const { body } = await visitor.validateInviteCode({ body: { code } });
    expect(body.gyms).toEqual([{ id: cast.gyms.fremantle, name: 'Fremantle' }]);
  });

  test('gives the same answer for wrong, expired, used-up, deactivated and demo codes', async () => {
    const { db, cast, visitor } = app();
    for (const code of Object.values(await addDeadCodes(db, cast))) {
      const { status, text } = await visitor.validateInviteCode({ body: { code } });
      expect([status, text]).toEqual([200, '{"valid":false,"error":"Invalid or expired invite code."}']);
    }
  });

  test('rejects codes of a deactivated organization', async () => {
    const { db, cast, visitor } = app();
    const code = await addInviteCode(db, cast.organizations.nightShift);
    const { nightShift } = cast.organizations;
    await db.updateTable('organizations').set({ is_active: false }).where('id', '=', nightShift).execute();
    expect((await visitor.validateInviteCode({ body: { code } })).body.valid).toBe(false);
    await db.updateTable('organizations').set({ is_active: true }).where('id', '=', nightShift).execute();
  });

  test.each([
    [{}, 'Please enter an invite code'],
    [{ code: '  ' }, 'Please enter an invite code'],
    [{ code: 'A'.repeat(21) }, 'Invalid or expired invite code.'],
    [{ code: "A' or 1=1--" }, 'Invalid or expired invite code.'],
  ])('refuses %j and names the field', async (body, text) => {
    const { status, error } = await app().visitor.validateInviteCode({ body: body as { code: string } });
    expect([status, error.details]).toEqual([400, { code: [text] }]);
  });
});

describe('joining with a code from an existing account', () => {
  afterEach(takeGwenOut);

  test('adds the member to the chosen gym at once', async () => {
    const { db, cast } = app();
    const code = await addInviteCode(db, cast.organizations.ironHarbour);
    const gwen = await app().as(cast.gwen);
    expect((await gwen.listSessions()).error.code).toBe('organization_required');
    const { status, body } = await gwen.redeemInviteCode({ body: { code, gym_id: cast.gyms.fremantle } });
    expect(status).toBe(200);
    expect(body).toEqual({
      organization_id: cast.organizations.ironHarbour,
      organization_name: 'Iron Harbour',
      gym: { id: cast.gyms.fremantle, name: 'Fremantle' },
    });
    expect((await gwen.listSessions()).status).toBe(200);
    const { body: me } = await gwen.getMe();
    expect(me).toMatchObject({ role: 'regular_user', organization: { name: 'Iron Harbour' } });
    expect([me.current_gym?.name, me.default_gym?.name, me.accessible_gyms.length]).toEqual([
      'Fremantle',
      'Fremantle',
      1,
    ]);
    const used = await db.selectFrom('invite_codes').select('use_count').where('code', '=', code).executeTakeFirst();
    expect(used?.use_count).toBe(1);
  });

  test("asks for a location when there are several, and rejects another organization's", async () => {
    const { db, cast } = app();
    const code = await addInviteCode(db, cast.organizations.ironHarbour);
    const gwen = await app().as(cast.gwen);
    const unchosen = await gwen.redeemInviteCode({ body: { code } });
    expect([unchosen.status, unchosen.error.details]).toEqual([400, { gym_id: ['Please select a location'] }]);
    const foreign = await gwen.redeemInviteCode({ body: { code, gym_id: cast.gyms.shoreditch } });
    const madeUp = await gwen.redeemInviteCode({ body: { code, gym_id: '0190b8a0-0000-7000-8000-000000000000' } });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'gym_not_found']);
    expect({ ...foreign.error, request_id: '' }).toEqual({ ...madeUp.error, request_id: '' });
  });

  test('gives the same answer for every invalid code', async () => {
    const { db, cast } = app();
    const gwen = await app().as(cast.gwen);
    for (const code of Object.values(await addDeadCodes(db, cast))) {
      const { status, error } = await gwen.redeemInviteCode({ body: { code } });
      expect([status, error.code, error.error]).toEqual([
        400,
        'invite_code_invalid',
        'Invalid or expired invite code.',
      ]);
    }
  });

  test('is refused to members with a gym, signed-out callers, and a super admin inside an organization', async () => {
    const { db, cast, visitor } = app();
    const code = await addInviteCode(db, cast.organizations.nightShift);
    expect((await visitor.redeemInviteCode({ body: { code } })).status).toBe(401);
    for (const person of [cast.ana, cast.eve, cast.olga, cast.demi])
      expect((await (await app().as(person)).redeemInviteCode({ body: { code } })).error.code).toBe('already_member');
    expect((await (await app().as(cast.sam)).redeemInviteCode({ body: { code } })).error.code).toBe('already_member');
    const inside = await app().as(cast.sam, cast.organizations.nightShift);
    expect((await inside.redeemInviteCode({ body: { code } })).error.code).toBe('emulation_not_allowed');
  });

  test('joins once when sent ten times at once', async () => {
    const { db, cast } = app();
    const code = await addInviteCode(db, cast.organizations.nightShift);
    const gwen = await app().as(cast.gwen);
    const answers = await Promise.all(Array.from({ length: 10 }, () => gwen.redeemInviteCode({ body: { code } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});
