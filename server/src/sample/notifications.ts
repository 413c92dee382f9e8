import { foldKeys } from '#platform/events/fold-keys.ts';
import { addMinutes, daysFrom, earlierOf, isFarAhead, type World } from './world.ts';

type Row = World['rows']['notifications'][number];
type News = Pick<Row, 'kind' | 'user_id' | 'organization_id'> &
  Partial<Pick<Row, 'session_id' | 'conversation_id' | 'friend_request_id' | 'announcement_id' | 'data'>> & {
    at: Date;
    actors?: string[];
    foldKey?: string;
    unread?: boolean;
  };

/** What people were told about all the rest: rows that follow from the rows already planned. */
export function planNotifications(world: World): void {
  aboutFriends(world);
  aboutSessions(world);
  aboutProposals(world);
  aboutMessages(world);
  aboutAnnouncements(world);
}

function tell(world: World, { at, actors = [], foldKey, unread, data, ...news }: News): void {
  const { now, random, rows } = world;
  // What happened today is mostly still to be read.
  const isUnread = unread ?? (at > daysFrom(now, -1) && random.chance(0.7));
  const id = world.id(at);
  rows.notifications.push({
    ...news,
    id,
    data: data ?? {},
    fold_key: foldKey ?? null,
    read_at: isUnread ? null : earlierOf(addMinutes(at, random.int(3, 300)), now),
    created_at: at,
    happened_at: at,
  });
  actors.forEach((user_id, index) => {
    const acted_at = addMinutes(at, index - actors.length + 1);
    rows.notification_actors.push({ organization_id: news.organization_id, notification_id: id, user_id, acted_at });
  });
}

function aboutFriends(world: World): void {
  for (const request of world.rows.friend_requests) {
    tell(world, {
      kind: 'friend_request',
      organization_id: request.organization_id,
      user_id: request.receiver_id,
      friend_request_id: request.id,
      actors: [request.sender_id],
      at: new Date(request.created_at ?? world.now),
      unread: true,
    });
  }
  for (const friendship of world.rows.friendships) {
    const at = new Date(friendship.created_at ?? world.now);
    if (at < daysFrom(world.now, -20)) continue;
    tell(world, {
      kind: 'friend_accepted',
      organization_id: friendship.organization_id,
      user_id: friendship.user_low_id,
      actors: [friendship.user_high_id],
      at,
    });
  }
}

function aboutSessions(world: World): void {
  const { now, rows } = world;
  for (const session of world.sessions) {
    const about = { organization_id: session.gym.organizationId, session_id: session.id };
    const guests = session.people.filter((member) => member !== session.host).map((member) => member.id);
    const recent = session.startsAt > daysFrom(now, -8) && !isFarAhead(world, session.startsAt);
    if (session.cancelled && recent) {
      const at = earlierOf(addMinutes(session.startsAt, -600), addMinutes(now, -50));
      for (const user_id of guests) {
        tell(world, { ...about, kind: 'session_cancelled', user_id, actors: [session.host.id], at });
      }
    }
    if (session.cancelled || !recent) continue;
    if (guests.length > 0) {
      const user_id = session.host.id;
      const at = earlierOf(addMinutes(session.startsAt, -200), addMinutes(now, -world.random.int(10, 2000)));
      tell(world, {
        ...about,
        kind: 'session_joined',
        user_id,
        actors: guests,
        foldKey: foldKeys.joins(session.id),
        at,
      });
    }
    const remindedAt = addMinutes(session.startsAt, -60);
    if (remindedAt > now) continue;
    for (const user_id of [session.host.id, ...guests]) {
      tell(world, { ...about, kind: 'session_starts_soon', user_id, data: { minutes: 60 }, at: remindedAt });
    }
  }
  for (const invite of rows.session_invites) {
    tell(world, {
      kind: 'session_invite',
      organization_id: invite.organization_id,
      user_id: invite.user_id,
      session_id: invite.session_id,
      actors: [invite.invited_by],
      at: new Date(invite.created_at ?? now),
    });
  }
  for (const waiter of rows.session_waitlist) {
    if (waiter.status !== 'offered') continue;
    const about = { organization_id: waiter.organization_id, user_id: waiter.user_id, session_id: waiter.session_id };
    tell(world, { ...about, kind: 'spot_freed', at: addMinutes(now, -20), unread: true });
  }
}

function aboutProposals(world: World): void {
  for (const proposal of world.rows.session_proposals) {
    const about = { organization_id: proposal.organization_id, session_id: proposal.session_id };
    const data = { proposal_id: proposal.id };
    const at = new Date(proposal.created_at ?? world.now);
    const pending = proposal.status === 'pending';
    const { answerer_id: answerer, proposer_id: proposer } = proposal;
    tell(world, { ...about, kind: 'proposal', user_id: answerer, actors: [proposer], data, at, unread: pending });
    if (pending) continue;
    const answer = { ...data, answer: proposal.status ?? '' };
    const answeredAt = addMinutes(at, 25);
    tell(world, {
      ...about,
      kind: 'proposal_answered',
      user_id: proposer,
      actors: [answerer],
      data: answer,
      at: answeredAt,
    });
  }
}

/** One per conversation with unread messages, and one per chat of an upcoming session. */
function aboutMessages(world: World): void {
  const { rows, now } = world;
  for (const member of rows.conversation_members) {
    const missed = rows.messages.filter(
      (message) =>
        message.conversation_id === member.conversation_id && (message.seq ?? 0) > (member.last_read_seq ?? 0),
    );
    const last = missed.at(-1);
    if (!last) continue;
    tell(world, {
      kind: 'message',
      organization_id: member.organization_id,
      user_id: member.user_id,
      conversation_id: member.conversation_id,
      actors: [...new Set(missed.map((message) => message.sender_id ?? ''))],
      data: { count: missed.length, message_id: last.id },
      foldKey: foldKeys.conversation(member.conversation_id),
      at: new Date(last.created_at ?? now),
      unread: true,
    });
  }
  for (const session of world.sessions.filter(({ startsAt, lastSeq }) => startsAt > now && lastSeq > 0)) {
    const lines = rows.session_messages.filter((line) => line.session_id === session.id);
    const last = lines.at(-1);
    if (!last) continue;
    for (const member of session.people) {
      const others = [...new Set(lines.map((line) => line.sender_id ?? ''))].filter((id) => id !== member.id);
      if (others.length === 0) continue;
      tell(world, {
        kind: 'session_message',
        organization_id: last.organization_id,
        user_id: member.id,
        session_id: session.id,
        actors: others,
        data: { count: lines.length, ...(last.kind === 'quick_action' ? {} : { message_id: last.id }) },
        foldKey: foldKeys.sessionChat(session.id),
        at: new Date(last.created_at ?? now),
      });
    }
  }
}

function aboutAnnouncements(world: World): void {
  const announcements = [
    [
      'olga',
      'A new floor for the lifting hall',
      'We close for one day while the lifting hall gets its new floor. Thank you for your patience, and for lifting the old one to pieces.',
    ],
    ['nadia', 'Warmer showers', 'The electrics will be done next week. One day closed, a winter of warm showers.'],
  ] as const;
  for (const [key, title, body] of announcements) {
    const author = world.members.get(key);
    if (!author) continue;
    const at = daysFrom(world.now, -2);
    const about = { organization_id: author.organizationId, announcement_id: world.id(at) };
    const row = {
      organization_id: author.organizationId,
      id: about.announcement_id,
      author_id: author.id,
      title,
      body,
    };
    const readers = [...world.members.values()].filter(
      (member) => member.organizationId === author.organizationId && member !== author,
    );
    world.rows.announcements.push(
      { ...row, created_at: at, send_at: at, sent_at: at, recipients: readers.length },
      {
        ...{ ...row, id: world.id(at), title: 'Open day on Saturday', created_at: at, status: 'scheduled' },
        body: 'Bring a friend who has never lifted. First session free, coffee too.',
        send_at: daysFrom(world.now, 3),
      },
    );
    for (const member of readers) {
      tell(world, { ...about, kind: 'announcement', user_id: member.id, at, unread: world.random.chance(0.3) });
    }
  }
}
