import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addMemberTo, addSession } from '#testing/test-data.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const finn = () => app().as(app().cast.finn);

describe('the record of a member', () => {
  let member: CastMember;
  beforeAll(async () => {
    const { db, cast } = app();
    member = await addMemberTo(db, cast, cast.gyms.barangaroo);
    const organization_id = cast.organizations.ironHarbour;
    const gym = cast.gyms.barangaroo;
    for (const attended of [true, false, null]) {
      const session = await addSession(db, { gym, host: cast.ana, with: [member], in: -24 * 60 });
      await db
        .updateTable('session_participants')
        .set({ attended })
        .where('session_id', '=', session)
        .where('user_id', '=', member.id)
        .execute();
    }
    await addSession(db, { gym, host: member });
    await db
      .insertInto('referrals')
      .values({ organization_id, user_id: member.id, referrer_id: cast.ana.id, via: 'friend' })
      .execute();
  });

  test('has their sessions, who invited them and what was changed', async () => {
    const { cast } = app();
    const admin = await finn();
    await admin.verifyUserEmail({ params: { id: member.id } });
    const { body } = await admin.getMemberRecord({ params: { id: member.id } });
    expect(body.totals).toEqual({ sessions: 3, attended: 1, missed: 1, hosted: 0, upcoming: 1 });
    expect(body.sessions.map(({ status }) => status).toSorted()).toEqual(['attended', 'missed', 'unknown', 'upcoming']);
    expect(body.invited_by?.person?.id).toBe(cast.ana.id);
    expect(body.changes).toMatchObject([
      { sentence: 'marked the email of Mo Adler as verified', actor: { id: cast.finn.id } },
    ]);
  });

  test('has what comes next and what was, however much is planned', async () => {
    const { db, cast } = app();
    const gym = cast.gyms.barangaroo;
    const regular = await addMemberTo(db, cast, gym);
    const ids: string[] = [];
    for (const days of [-2, 1, 2, 3, 4]) ids.push(await addSession(db, { gym, host: regular, in: days * 24 * 60 }));
    const { body } = await (await olga()).getMemberRecord({ params: { id: regular.id } });
    expect(body.totals.upcoming).toBe(4);
    expect(body.sessions.map(({ id }) => id)).toEqual([ids[3], ids[2], ids[1], ids[0]]);
  });

  test('has notes that only their author changes', async () => {
    const { cast } = app();
    const [owner, admin] = [await olga(), await finn()];
    const params = { id: member.id };
    const { body: note } = await admin.createStaffNote({ params, body: { text: ' Sore knee until May ' } });
    expect(note).toMatchObject({
      text: 'Sore knee until May',
      can_edit: true,
      author: { id: cast.finn.id },
      edited_at: null,
    });
    const ofNote = { id: member.id, noteId: note.id };
    expect((await owner.getMemberRecord({ params })).body.notes).toMatchObject([{ id: note.id, can_edit: false }]);
    expect((await owner.updateStaffNote({ params: ofNote, body: { text: 'No' } })).error.code).toBe('note_not_found');
    expect((await owner.deleteStaffNote({ params: ofNote })).error.code).toBe('note_not_found');
    const changed = await admin.updateStaffNote({ params: ofNote, body: { text: 'Knee is fine' } });
    expect(changed.body).toMatchObject({ text: 'Knee is fine', edited_at: expect.any(String) });
    const exported = await (await app().as(member)).exportMyData();
    expect(exported.text).toContain('Knee is fine');
    expect(exported.text).not.toContain(cast.finn.id);
    expect((await admin.deleteStaffNote({ params: ofNote })).status).toBe(204);
  });

  test('has sessions at locations the caller manages alone', async () => {
    const { db, cast } = app();
    const away = await addSession(db, { gym: cast.gyms.fremantle, host: member, in: 48 * 60 });
    const params = { id: member.id };
    const ids = async (admin: Awaited<ReturnType<typeof olga>>) =>
      (await admin.getMemberRecord({ params })).body.sessions.map(({ id }) => id);
    expect(await ids(await olga())).toContain(away);
    expect(await ids(await finn())).not.toContain(away);
    expect((await (await finn()).getMemberRecord({ params })).body.totals.upcoming).toBe(1);
  });

  test('shows admins nothing that others noted or reported about them, and no name of Spotter support', async () => {
    const { cast } = app();
    const params = { id: cast.olga.id };
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const { body: note } = await inside.createStaffNote({ params, body: { text: 'Owes us a call' } });
    expect(note).toMatchObject({ author: null, can_edit: true });
    const { body: report } = await (await app().as(cast.cleo)).createReport({
      body: { kind: 'user', id: cast.olga.id, reason: 'other' },
    });
    await inside.resolveReport({ params: { id: report.id }, body: { actions: [] } });
    const seen = (await inside.getMemberRecord({ params })).body;
    expect([seen.notes.length, seen.changes[0]?.actor, seen.changes[1]?.actor]).toEqual([1, null, null]);
    const own = (await (await olga()).getMemberRecord({ params })).body;
    expect([own.notes, own.changes]).toEqual([[], seen.changes.slice(2)]);
  });
});
