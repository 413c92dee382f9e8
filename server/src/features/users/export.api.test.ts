import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addFriends, addNotification, addSession } from '#testing/test-data.ts';
import { exportedParts } from './users-export.repo.ts';

const app = useTestApp();

/** Columns that refer to a person but are left out of the export, each with its reason. */
const leftOut: Record<string, string> = {
  'blocks.blocked_id': 'who has blocked a person is the secret of the one who did',
  'reports.reported_user_id': 'who reported a person is the secret of the one who did',
  'friend_suggestions.suggested_id': 'the row is about whoever saw the suggestion',
  'analytics_members.user_id': 'a number for counting; what is counted is exported itself',
  'email_codes.user_id': 'nothing but the hash of a code',
  'password_resets.user_id': 'the hash of a link, and the network somebody requested it from',
  'notification_actors.user_id': 'belongs to whoever was notified',
  'session_participants.checked_in_by': 'the row is about whoever was checked in',
  'session_proposals.answerer_id': 'written by whoever proposed',
  'files.stored_by': 'counts the space a member takes; photos are exported where they are used',
  'imports.created_by': 'belongs to the organization',
  'organization_exports.requested_by': 'belongs to the organization',
  'staff_notes.author_id': 'the row is about another member',
  'saved_themes.created_by': 'belongs to the organization',
  'assets.created_by': 'belongs to the organization',
  'invite_codes.created_by': 'belongs to the organization',
  'announcements.author_id': 'belongs to the organization',
  'member_remedies.actor_id': 'the row is about the member whom an admin wants back',
  'member_remedies.friend_id': 'the row is about the member whose friend was asked',
  'member_risk_dismissals.dismissed_by': 'the row is about the dismissed member',
  'reports.closed_by': 'belongs to the organization',
  'demo_data_jobs.requested_by': 'belongs to the platform',
};

test('every column that refers to a person is exported, or has a reason not to be', async () => {
  const { rows } = await app().pool.query<{ place: string }>(`
    select conrelid::regclass || '.' || attname as place from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass and attname <> 'organization_id'`);
  const exported = (place: string) => {
    const [table = '', column = ''] = place.split('.');
    return exportedParts[table]?.rows.includes(`t.${column}`) ?? false;
  };
  const places = [...new Set(rows.map(({ place }) => place))];
  expect(places.length).toBeGreaterThan(30);
  expect(places.filter((place) => !exported(place) && !(place in leftOut))).toEqual([]);
  expect(Object.keys(leftOut).filter((place) => !places.includes(place) || exported(place))).toEqual([]);
});

describe('the export', () => {
  test("contains everything about the member, no secrets, and no one else's data", async () => {
    const { cast, db } = app();
    const { ana, ben, dov } = cast;
    const organization_id = cast.organizations.ironHarbour;
    const client = await app().as(ana);
    await client.updateMe({ body: { bio: 'mine alone' } });
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: ana, with: [ben], title: 'My session' });
    await addSession(db, { gym: cast.gyms.barangaroo, host: ben, title: 'Not mine' });
    await addNotification(db, { to: ana, kind: 'session_changed', session });
    await addNotification(db, { to: ben, kind: 'friend_request', by: [ana] });
    const conversation = newId();
    const [user_low_id, user_high_id] = [ana.id, ben.id].sort() as [string, string];
    await db
      .insertInto('conversations')
      .values({ organization_id, id: conversation, kind: 'direct', user_low_id, user_high_id })
      .execute();
    for (const [sender, content] of [
      [ana, 'written by Ana'],
      [ben, 'written by Ben'],
    ] as const)
      await db
        .insertInto('messages')
        .values({ organization_id, conversation_id: conversation, id: newId(), sender_id: sender.id, content })
        .execute();
    await db
      .insertInto('referrals')
      .values({ organization_id, user_id: ana.id, referrer_id: ben.id, via: 'friend' })
      .execute();
    await app().visitor.requestPasswordReset({ body: { email: ana.email } });
    await app().runJobs();

    const answer = await client.exportMyData();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="spotter-data-export-\d{4}-\d\d-\d\d\.json"$/,
    );
    const file = JSON.parse(answer.text) as Record<string, Record<string, unknown>[]>;
    expect(file.users).toMatchObject([{ id: ana.id, email: ana.email, bio: 'mine alone' }]);
    expect(file.sessions).toMatchObject([{ title: 'My session' }]);
    expect(file.session_participants).toMatchObject([{ session_id: session, user_id: ana.id }]);
    expect(file.messages).toMatchObject([{ content: 'written by Ana' }]);
    expect(file.friendships).toHaveLength(1);
    expect(file.blocks).toMatchObject([{ blocked_id: dov.id }]);
    expect(file.notifications).toHaveLength(1);
    expect(file.referrals).toHaveLength(1);
    expect(file.mails).toMatchObject([{ to_address: ana.email, kind: 'password_reset' }]);
    expect(file.logins).toHaveLength(1);
    expect(Object.keys(file).sort()).toEqual(['exported_at', ...Object.keys(exportedParts)].sort());

    for (const secret of [
      'argon2',
      'password_hash',
      'token_hash',
      'code_hash',
      '/login?reset=',
      'share_token',
      'client_nonce',
    ])
      expect(answer.text).not.toContain(secret);
    for (const others of [ben.email, 'Brandt', 'written by Ben', 'Not mine', dov.email])
      expect(answer.text).not.toContain(others);
  });

  test('does not reveal that a message request was declined, nor how others renamed a group', async () => {
    const { cast, db } = app();
    await addFriends(db, cast.ben, [cast.finn]);
    const [ben, cleo, finn] = [await app().as(cast.ben), await app().as(cast.cleo), await app().as(cast.finn)];
    const exported = async () =>
      (JSON.parse((await ben.exportMyData()).text) as { conversations: object[] }).conversations;
    const { id } = (await ben.openDirectConversation({ body: { user_id: cast.cleo.id } })).body;
    await ben.sendMessage({ params: { id }, body: { content: 'Hi!' } });
    const group = (await ben.createGroupConversation({ body: { name: 'By Ben', user_ids: [cast.finn.id] } })).body.id;
    const before = await exported();
    expect(before).toContainEqual(expect.objectContaining({ id: group, name: 'By Ben' }));
    expect((await cleo.declineConversation({ params: { id } })).status).toBe(204);
    expect(await exported()).toEqual(before);
    await ben.addAdmins({ params: { id: group }, body: { user_ids: [cast.finn.id] } });
    expect((await finn.updateConversation({ params: { id: group }, body: { name: 'By Finn' } })).status).toBe(200);
    expect(await exported()).toContainEqual(expect.objectContaining({ id: group, name: null }));
  });

  test('does not reveal who has blocked the member', async () => {
    const { cast } = app();
    const { text } = await (await app().as(cast.dov)).exportMyData();
    expect(text).not.toContain(cast.ana.id);
  });

  test('names nobody on the other side of a block, also where they once met', async () => {
    const { cast, db } = app();
    const { ben, finn, organizations, gyms } = cast;
    const organization_id = organizations.ironHarbour;
    const [asBen, asFinn] = [await app().as(ben), await app().as(finn)];
    const exported = async (client: typeof asBen) => (await client.exportMyData()).text;
    const { id } = (await asBen.openDirectConversation({ body: { user_id: finn.id } })).body;
    await asBen.sendMessage({ params: { id }, body: { content: 'Old chat' } });
    const session = await addSession(db, { gym: gyms.barangaroo, host: finn });
    await db
      .insertInto('session_invites')
      .values({ organization_id, session_id: session, user_id: ben.id, invited_by: finn.id })
      .execute();
    await db
      .insertInto('referrals')
      .values({ organization_id, user_id: ben.id, referrer_id: finn.id, via: 'friend' })
      .execute();
    expect(await exported(asBen)).toContain(finn.id);
    expect(await exported(asFinn)).toContain(ben.id);
    expect((await asFinn.blockUser({ params: { id: ben.id } })).status).toBe(204);
    expect(await exported(asBen)).not.toContain(finn.id);
    expect(await exported(asBen)).toContain('Old chat');
    const { blocks, ...rest } = JSON.parse(await exported(asFinn));
    expect(blocks).toMatchObject([{ blocked_id: ben.id }]);
    expect(JSON.stringify(rest)).not.toContain(ben.id);
  });

  test('is refused to a super admin inside an organization', async () => {
    const { cast } = app();
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.exportMyData()).error.code).toBe('emulation_not_allowed');
  });
});
