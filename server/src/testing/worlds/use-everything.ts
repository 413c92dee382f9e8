import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';

/** Every member of the gym, or the first few, read everything and change what they may; then the jobs run. */
export async function useEverything(
  app: TestApp,
  organizationId: string,
  { withJobs = true, most = 1_000 } = {},
): Promise<void> {
  const { db, cast } = app;
  const idsOf = async (table: 'users' | 'sessions' | 'conversations') => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'gym_id'])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .where('starts_at', '>', new Date())
    .orderBy('starts_at')
    .limit(6)
    .execute();
  const gym = sessions[0]?.gym_id ?? '';
  const conversations = await idsOf('conversations');
  const people = (await idsOf('users')).slice(0, most);
  for (const id of people) {
    const client = await app.as({ ...cast.ana, id });
    await readEverything(client, { organizationId, sessions: sessions.map((session) => session.id), conversations });
  }
  const [first = '', second = '', third = ''] = sessions.map((session) => session.id);
  for (const [index, id] of people.entries()) {
    const client = await app.as({ ...cast.ana, id });
    await changeThings(client, {
      session: [first, second, third][index % 3] ?? '',
      gym,
      other: people[(index + 1) % people.length] ?? '',
      conversations,
    });
  }
  if (withJobs) await app.runJobs();
}

type Readable = { organizationId: string; sessions: string[]; conversations: string[] };

async function readEverything(client: Client, { organizationId, sessions, conversations }: Readable) {
  const inOrganization = { params: { id: organizationId } };
  const day = new Date().toISOString().slice(0, 10);
  await client.getMe();
  await client.getGymConfig();
  await client.getCurrentOrganization();
  await client.getOrganization(inOrganization);
  await client.listSessionTypes(inOrganization);
  await client.listAccessibleGyms();
  await client.listOperatingHours(inOrganization);
  await client.listScheduleOverrides({ ...inOrganization, query: { from: day } });
  await client.getUnreadCount();
  await client.listNotifications();
  await client.listNotifications({ query: { unread: true } });
  await client.listFriends();
  await client.listFriendRequests();
  await client.listSentFriendRequests();
  await client.listFriendSuggestions();
  await client.searchPeople({ query: { q: 'a' } });
  await client.listConversations();
  for (const id of conversations) {
    await client.getConversation({ params: { id } });
    const { body: page } = await client.listMessages({ params: { id } });
    const messageId = page.results?.find(({ kind }) => kind === 'text')?.id;
    if (messageId) await client.listReactions({ params: { id, messageId } });
  }
  for (const query of [{}, { mine: true }, { joinable: true }, { waiting: true }, { text: 'a' }])
    await client.listSessions({ query });
  for (const id of sessions) {
    await client.getSession({ params: { id } });
    await client.listSessionMessages({ params: { id } });
    await client.listProposals({ params: { id } });
    await client.getSessionCalendarFile({ params: { id } });
    await client.shareSession({ params: { id } });
  }
}

type Things = { session: string; gym: string; other: string; conversations: string[] };

async function changeThings(client: Client, { session, gym, other, conversations }: Things) {
  const params = { id: session };
  const soon = new Date(Date.now() + 30 * 3_600_000).toISOString();
  await client.joinSession({ params, body: {} });
  await client.joinWaitlist({ params });
  await client.sendSessionMessage({ params, body: { content: 'On my way', client_nonce: crypto.randomUUID() } });
  await client.sendQuickAction({
    params,
    body: { action: 'running_late', client_nonce: crypto.randomUUID() } as never,
  });
  await client.createProposal({ params, body: { proposed_time: soon } });
  await client.checkIn({ params, body: {} });
  for (const conversation_id of conversations) await client.shareSessionToChat({ params, body: { conversation_id } });
  for (const id of conversations.slice(0, 6)) {
    const { body: message } = await client.sendMessage({ params: { id }, body: { content: 'Yes' } });
    if (!message.id) continue;
    await client.sendMessage({ params: { id }, body: { content: 'Indeed', reply_to_id: message.id } });
    await client.addReaction({ params: { id, messageId: message.id, emoji: '💪' } });
    await client.markMessagesDelivered({ body: { conversations: [{ id, seq: message.seq }] } });
    await client.addAdmins({ params: { id }, body: { user_ids: [other] } });
  }
  await client.sendFriendRequest({ body: { receiver_id: other } });
  await client.markAllNotificationsRead();
  await client.updateMe({ body: { bio: 'Here to lift' } });
  await client.checkSessionTime({ query: { gym_id: gym, start_time: soon, duration_minutes: 60 } as never });
  const made = await client.createSession({
    body: {
      title: 'Row',
      workout_type: 'cardio',
      gym_id: gym,
      start_time: soon,
      duration_minutes: 60,
      max_participants: 4,
    } as never,
  });
  if (made.status === 201) {
    await client.updateSession({ params: { id: made.body.id }, body: { title: 'Row on' } });
    await client.cancelSession({ params: { id: made.body.id }, query: {} });
  }
  await client.leaveWaitlist({ params });
  await client.leaveSession({ params, body: {} });
}
