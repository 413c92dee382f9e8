import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

async function start() {
  const { body } = await app().visitor.startDemo();
  const ana = app().with(body.access_token);
  return { ...body, ana, me: (await ana.getMe()).body };
}

async function startAsOwner() {
  const demo = await start();
  const switched = await demo.ana.switchDemoPersona({ body: { persona: 'owner' } });
  return { ...demo, switched, olga: app().with(switched.body.access_token) };
}

describe('seeing a demo as the owner', () => {
  test('signs in to the same sandbox, with the same end, and back', async () => {
    const { ana, olga, me, switched, demo_info } = await startAsOwner();
    expect([switched.status, switched.body.demo_info]).toEqual([
      201,
      { persona_name: 'Olga Petrova', expires_at: demo_info.expires_at },
    ]);
    const owner = (await olga.getMe()).body;
    expect(owner).toMatchObject({ role: 'org_admin', is_demo_user: true, demo_expires_at: demo_info.expires_at });
    expect(owner.organization?.id).toBe(me.organization?.id);
    expect((await olga.getDashboard()).status).toBe(200);

    const back = await olga.switchDemoPersona({ body: { persona: 'member' } });
    expect(back.body.demo_info).toEqual(demo_info);
    expect((await app().with(back.body.access_token).getMe()).body.id).toBe(me.id);
    // A lost answer leaves the visitor where they were.
    expect((await ana.getMe()).status).toBe(200);
  });

  test('lets the owner change the look, and refuses what leads outside with a friendly sentence', async () => {
    const { ana, olga, me } = await startAsOwner();
    const id = me.organization!.id;
    const saved = await olga.updateOrganizationTheme({ params: { id }, body: { colors: { primary: '#0d9488' } } });
    expect(saved.status).toBe(200);
    expect((await ana.getGymConfig()).body.theme?.colors.primary).toBe('#0d9488');

    const nothing = {} as never;
    const refusals = await Promise.all([
      olga.mailInvites({ body: { emails: ['kim@example.com'], gym_id: me.default_gym!.id } }),
      olga.createInviteCode({ body: {} }),
      olga.createUser({ body: nothing }),
      olga.uploadAsset({ params: { id }, body: nothing }),
      olga.runImport({ body: nothing }),
      olga.savePushSubscription({ body: nothing }),
      olga.savePushDevice({ body: nothing }),
      olga.exportOrganization(),
    ]);
    for (const { status, error } of refusals)
      expect([status, error]).toEqual([
        403,
        expect.objectContaining({ code: 'demo_not_allowed', error: "This isn't available in the demo." }),
      ]);
  });

  test('mails nobody, whatever the owner does inside', async () => {
    const { ana, olga, me } = await startAsOwner();
    const said = await olga.createAnnouncement({ body: { title: 'Open on Friday', body: 'Come along.' } });
    const people = (await olga.listUsers()).body.results;
    const member = people.find(({ id, role }) => id !== me.id && role === 'regular_user');
    const removed = await olga.deleteUser({ params: { id: member!.id } });
    expect([said.status, removed.status]).toEqual([201, 204]);
    await ana.updateMe({ body: { bio: 'Here for an hour' } });
    await app().runJobs();
    expect(await app().db.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  test('does not exist outside a demo', async () => {
    const { cast } = app();
    const olga = await app().as(cast.olga);
    expect((await olga.switchDemoPersona({ body: { persona: 'member' } })).error.code).toBe('demo_not_found');
    expect((await olga.getDemoPath()).error.code).toBe('demo_not_found');
    expect((await app().visitor.switchDemoPersona({ body: { persona: 'owner' } })).status).toBe(401);
    const { ana } = await start();
    expect((await ana.switchDemoPersona({ body: { persona: 'coach' as never } })).status).toBe(400);
  });
});

describe('the guided path', () => {
  test('ticks each step from what the visitor really did, for member and owner alike', async () => {
    const { ana, olga } = await startAsOwner();
    const path = async () => (await ana.getDemoPath()).body;
    const { session_id, ...first } = await path();
    expect(first).toEqual({ joined: false, chatted: false, proposed: false, matched: false });
    const session = (await ana.getSession({ params: { id: session_id! } })).body;
    expect(session).toMatchObject({ max_participants: 3, can_join: true });

    await ana.joinSession({ params: { id: session_id! } });
    expect(await path()).toMatchObject({ joined: true, chatted: false, session_id });
    await ana.sendSessionMessage({ params: { id: session_id! }, body: { content: 'See you there' } });
    expect(await path()).toMatchObject({ joined: true, chatted: true, proposed: false });
    const later = new Date(Date.parse(session.start_time.utc) + 15 * 60_000).toISOString();
    await ana.createProposal({ params: { id: session_id! }, body: { proposed_time: later } });
    expect(await path()).toMatchObject({ proposed: true, matched: false });
    expect((await olga.getDemoPath()).body).toEqual(await path());
  });

  test('has somebody to get to know', async () => {
    const { ana } = await start();
    expect((await ana.listFriendSuggestions()).body.results.length).toBeGreaterThan(0);
  });
});
