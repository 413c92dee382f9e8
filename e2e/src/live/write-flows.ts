import type { TestApp } from '../../../server/src/testing/app.ts';
import type { CastMember } from '../../../server/src/testing/cast.ts';
import { addFriends, addNotification, addSession } from '../../../server/src/testing/test-data.ts';
import type { WriteName } from '../../../web/src/routes/writes.ts';

export type Flow = {
  what: WriteName;
  /** The state before, and what Ana writes. */
  writes: () => Promise<object>;
  /** What the server has afterwards, for the flow to end in. */
  state: (input: never) => Promise<unknown>;
  ends: unknown;
};
const flow = <I extends object>(
  what: WriteName,
  writes: () => Promise<I>,
  state: (input: I) => Promise<unknown>,
  ends: unknown,
): Flow => ({ what, writes, state: state as Flow['state'], ends });

type Name = 'ana' | 'ben' | 'cleo';

/** The kinds of write without a flow in a real browser (`e2e/src/offline/flows.ts`), against this server. */
export function flowsOn(server: () => TestApp): Flow[] {
  const who = (name: Name): CastMember => server().cast[name];
  const as = (name: Name) => server().as(who(name));
  const at = (id: string) => ({ params: { id } });

  type Thing = Omit<Parameters<typeof addSession>[1], 'gym' | 'host'> & { host?: CastMember };
  const add = (thing: Thing = {}) => {
    const { db, cast } = server();
    return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, ...thing });
  };
  const sessionOf = async (id: string) => (await (await as('ana')).getSession(at(id))).body;
  const directChat = async () =>
    (await (await as('ana')).openDirectConversation({ body: { user_id: who('ben').id } })).body;
  const messagesOf = async (id: string) => (await (await as('ana')).listMessages(at(id))).body.results;
  /** A message of Ana's to Ben, her friend. */
  const written = async () => {
    await addFriends(server().db, who('ana'), [who('ben')]);
    const { id } = await directChat();
    return (await (await as('ana')).sendMessage({ ...at(id), body: { content: 'Deadlifts?' } })).body;
  };
  /** Ben isn't a friend, so his message asks to be accepted. */
  const asked = async () => {
    const { id } = (await (await as('ben')).openDirectConversation({ body: { user_id: who('ana').id } })).body;
    await (await as('ben')).sendMessage({ ...at(id), body: { content: 'Deadlifts?' } });
    return { id, firstName: 'Ben' };
  };
  const requestOf = async ({ id }: { id: string }) => (await (await as('ana')).getConversation(at(id))).body.request;
  const blocked = async () => (await (await as('ana')).listBlockedUsers()).body.results.length;
  const request = async (from: Name, to: Name) =>
    (await (await as(from)).sendFriendRequest({ body: { receiver_id: who(to).id } })).body;

  const hourLater = (start: string) => new Date(Date.parse(start) + 3_600_000).toISOString();
  const notificationsOf = async (name: Name) => (await (await as(name)).listNotifications()).body.results;

  type OfSession = { session: Awaited<ReturnType<typeof sessionOf>> };
  const of = async (thing: Thing = {}, before?: (id: string) => Promise<unknown>): Promise<OfSession> => {
    const id = await add(thing);
    await before?.(id);
    return { session: await sessionOf(id) };
  };

  return [
    flow(
      'claimSpot',
      () =>
        of({ max_participants: 2, with: [who('cleo')] }, async (id) => {
          await (await as('ana')).joinWaitlist(at(id));
          await server()
            .db.deleteFrom('session_participants')
            .where('session_id', '=', id)
            .where('user_id', '=', who('cleo').id)
            .execute();
        }),
      async ({ session: { id } }) => {
        const { is_participant, waitlist_position } = await sessionOf(id);
        return [is_participant, waitlist_position];
      },
      [true, null],
    ),
    flow(
      'declineSession',
      () =>
        of({}, async (session_id) => {
          const { id: user_id, organizationId } = who('ana');
          const invite = { organization_id: organizationId ?? '', session_id, user_id, invited_by: who('ben').id };
          await server().db.insertInto('session_invites').values(invite).execute();
        }),
      async ({ session: { id } }) => (await sessionOf(id)).has_declined,
      true,
    ),
    flow(
      'setCoHost',
      async () => ({ ...(await of({ host: who('ana'), with: [who('ben')] })), userId: who('ben').id, isCoHost: true }),
      async ({ session: { id } }) => (await sessionOf(id)).co_host_ids.length,
      1,
    ),
    flow(
      'setGuests',
      async () => ({
        ...(await of({ max_participants: 6, guests_per_member: 2, with: [who('ana')] })),
        firstNames: ['Lou'],
        before: [],
      }),
      async ({ session: { id } }) => (await sessionOf(id)).guests.map(({ first_names }) => first_names),
      [['Lou']],
    ),
    flow(
      'cancelSession',
      async () => ({ ...(await of({ host: who('ana') })), reason: 'Flooded' }),
      async ({ session: { id } }) => {
        const { status, cancel_reason } = await sessionOf(id);
        return [status, cancel_reason];
      },
      ['cancelled', 'Flooded'],
    ),
    flow(
      'updateSessionStart',
      async () => {
        const { session } = await of({ host: who('ana') });
        return { session, start: hourLater(session.start_time.utc), minutes: session.duration_minutes };
      },
      async ({ session, start }) => (await sessionOf(session.id)).start_time.utc === start,
      true,
    ),
    flow(
      'rejectProposal',
      async () => {
        const { session } = await of({ host: who('ana'), with: [who('ben')] });
        const body = { proposed_time: hourLater(session.start_time.utc) };
        return { session, proposal: (await (await as('ben')).createProposal({ ...at(session.id), body })).body };
      },
      async ({ session: { id } }) =>
        (await (await as('ana')).listProposals(at(id))).body.results.map(({ status }) => status),
      ['rejected'],
    ),
    flow(
      'giveKudos',
      async () => {
        const id = await add({ in: -180, with: [who('ana')] });
        const came = { attended: true, checked_in_at: new Date() };
        await server().db.updateTable('session_participants').set(came).where('session_id', '=', id).execute();
        return { id };
      },
      async () => (await notificationsOf('ben')).filter(({ kind }) => kind === 'kudos').length,
      1,
    ),
    flow(
      'declineFriendRequest',
      async () => ({ id: (await request('ben', 'ana')).id, firstName: 'Ben' }),
      async () => (await (await as('ana')).listFriendRequests()).body.results.length,
      0,
    ),
    flow(
      'answerNotification',
      async () => {
        await request('ben', 'ana');
        const item = (await notificationsOf('ana')).find(({ kind }) => kind === 'friend_request');
        return { item, question: item?.answer, yes: true };
      },
      async () => (await (await as('ana')).listFriends()).body.results.length,
      1,
    ),
    flow(
      'markNotificationRead',
      async () => ({
        id: await addNotification(server().db, { to: who('ana'), kind: 'friend_accepted', by: [who('ben')] }),
      }),
      async () => (await notificationsOf('ana')).map(({ is_read }) => is_read),
      [true],
    ),
    flow(
      'setDefaultLevel',
      async () => {
        await server().db.updateTable('users').set({ fitness_level: null }).where('id', '=', who('ana').id).execute();
        return { fitness_level: 'intermediate' };
      },
      async () => (await (await as('ana')).getMe()).body.fitness_level,
      'intermediate',
    ),
    flow(
      'muteConversation',
      async () => ({ conversation: await directChat(), value: 'indefinite' }),
      async () => (await directChat()).is_muted,
      true,
    ),
    flow(
      'removeFriend',
      async () => ({ id: (await request('ana', 'ben')).id, firstName: 'Ben' }),
      async () => (await (await as('ben')).listFriendRequests()).body.results.length,
      0,
    ),
    flow(
      'editMessage',
      async () => ({ message: await written(), value: 'Squats!' }),
      async ({ message }) => (await messagesOf(message.conversation_id)).map(({ content }) => content),
      ['Squats!'],
    ),
    flow(
      'deleteMessage',
      async () => ({ message: await written(), value: null }),
      async ({ message }) => (await messagesOf(message.conversation_id)).map(({ deleted_at }) => deleted_at !== null),
      [true],
    ),
    flow(
      'pinMessage',
      async () => ({ message: await written(), pin: true }),
      async ({ message }) => (await (await as('ana')).listPinnedMessages(at(message.conversation_id))).body.length,
      1,
    ),
    flow('acceptConversation', asked, requestOf, null),
    flow('declineConversation', asked, requestOf, 'declined'),
    flow(
      'leaveConversation',
      async () => {
        await addFriends(server().db, who('ben'), [who('ana')]);
        const body = { name: 'Squat club', user_ids: [who('ana').id] };
        const { id } = (await (await as('ben')).createGroupConversation({ body })).body;
        return (await (await as('ana')).getConversation(at(id))).body;
      },
      async () => (await (await as('ana')).listConversations()).body.results.length,
      0,
    ),
    flow(
      'dismissSuggestion',
      async () => ({ id: who('ben').id, first_name: 'Ben' }),
      async ({ id }) =>
        (await (await as('ana')).listFriendSuggestions()).body.results.filter(({ person }) => person.id === id),
      [],
    ),
    flow('blockUser', async () => ({ id: who('ben').id, first_name: 'Ben' }), blocked, 1),
    flow(
      'unblockUser',
      async () => {
        await (await as('ana')).blockUser(at(who('ben').id));
        return { id: who('ben').id, first_name: 'Ben' };
      },
      blocked,
      0,
    ),
    flow(
      'createReport',
      async () => ({ kind: 'user', id: who('ben').id, firstName: 'Ben', reason: 'spam', note: 'Sells shakes' }),
      async () => (await server().db.selectFrom('reports').select('id').execute()).length,
      1,
    ),
    flow(
      'inviteMember',
      async () => {
        await addFriends(server().db, who('ana'), [who('ben')]);
        return { id: who('ben').id, first_name: 'Ben', sessionId: await add({ host: who('ana') }) };
      },
      async () => (await messagesOf((await directChat()).id)).filter(({ session }) => session).length,
      1,
    ),
  ];
}
