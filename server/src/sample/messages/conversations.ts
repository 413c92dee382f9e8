import { areFriends } from '../friends.ts';
import { addMinutes, areAllPresent, daysFrom, laterOf, type Member, memberOf, type World } from '../world.ts';
import { smallConversations, type Talk, talks } from './phrases.ts';

export type Photo = { key: string; width: number; height: number };

export type SampleMessage = {
  sender: Member;
  text: string;
  at: Date;
  photo?: Photo | null;
  /** Times to train at, each with the people who voted for it. */
  poll?: { startsAt: Date; votes: Member[] }[];
  isPinned?: true;
  /** How many lines before stands the one it answers. */
  answers?: number;
  reactions?: { emoji: string; by: Member }[];
};

export function planConversations(world: World): void {
  for (const talk of talks) {
    if (!areAllPresent(world, talk.people)) continue;
    const people = talk.people.split(' ').map((key) => memberOf(world, key));
    addConversation(world, talk.name ?? null, people, linesOf(world, talk), talk.unread ?? {}, talk.isRequest);
  }
  planSmallConversations(world);
}

/** Friends who have no written conversation exchange a few words. */
function planSmallConversations(world: World): void {
  const { random, now } = world;
  const known = new Set(talks.filter((talk) => !talk.name).map((talk) => talk.people));
  const members = [...world.members.values()];
  members.forEach((one, index) => {
    for (const other of members.slice(index + 1)) {
      const written = known.has(`${one.key} ${other.key}`) || known.has(`${other.key} ${one.key}`);
      if (written || !areFriends(world, one, other) || !random.chance(0.3)) continue;
      let at = random.between(laterOf(daysFrom(now, -25), laterOf(one.joinedAt, other.joinedAt)), addMinutes(now, -90));
      const lines = random.pick(smallConversations).map((text, turn) => {
        at = addMinutes(at, random.int(1, 20));
        return { sender: turn % 2 === 0 ? one : other, text, at };
      });
      const last = lines.at(-1)?.sender;
      const reader = last === one ? other : one;
      addConversation(world, null, [one, other], lines, random.chance(0.25) ? { [reader.key]: 1 } : {});
    }
  });
}

/** Times run backwards from the last line: minutes between lines, about a day where a line is empty. */
function linesOf(world: World, talk: Talk): SampleMessage[] {
  let at = addMinutes(world.now, -talk.hoursAgo * 60);
  const lines: SampleMessage[] = [];
  for (const line of talk.lines.split('\n').reverse()) {
    const [key = '', words = ''] = line.split(/: (.*)/s);
    const [, answers, text = '', given] = /^(?:\^(\d) )?(.*?)(?: \[(.+)\])?$/s.exec(words) ?? [];
    const [emoji = '', ...people] = given?.split(' ') ?? [];
    const reactions = people.map((one) => ({ emoji, by: memberOf(world, one) }));
    if (line === '') at = addMinutes(at, -world.random.int(18 * 60, 30 * 60));
    else lines.unshift({ sender: memberOf(world, key), text, at, answers: Number(answers ?? 0), reactions });
    at = addMinutes(at, -world.random.int(1, 7));
  }
  return lines;
}

export function addConversation(
  world: World,
  name: string | null,
  people: Member[],
  lines: SampleMessage[],
  unread: Record<string, number>,
  isRequest = false,
): void {
  const [first] = people;
  const [opening] = lines;
  if (!first || !opening) return;
  const organizationId = first.organizationId;
  const createdAt = addMinutes(opening.at, -1);
  const id = world.id(createdAt);
  const [low, high] = name === null ? people.map((member) => member.id).sort() : [];
  world.rows.conversations.push({
    organization_id: organizationId,
    id,
    kind: name === null ? 'direct' : 'group',
    name,
    user_low_id: low ?? null,
    user_high_id: high ?? null,
    created_by: first.id,
    requested_by: isRequest ? first.id : null,
    created_at: createdAt,
    updated_at: createdAt,
  });
  for (const member of people) {
    world.rows.conversation_members.push({
      organization_id: organizationId,
      conversation_id: id,
      user_id: member.id,
      role: name !== null && member === first ? 'admin' : 'member',
      joined_at: createdAt,
      last_read_seq: lines.length - (unread[member.key] ?? 0),
    });
  }
  const shared = world.sessions.find((session) => session.startsAt > world.now && session.host.key === 'ana');
  lines.forEach(({ sender, text, at, answers = 0, reactions = [], photo, poll, isPinned }, index) => {
    const isCard = text === '@next';
    const place = { organization_id: organizationId, conversation_id: id, seq: index + 1 };
    const options = poll?.map(({ startsAt }) => ({ text: '', starts_at: startsAt.toISOString() }));
    world.rows.messages.push({
      ...place,
      id: world.id(at),
      sender_id: sender.id,
      kind: isCard ? 'session' : photo ? 'photo' : poll ? 'poll' : 'text',
      content: isCard ? '' : text,
      session_id: isCard ? (shared?.id ?? null) : null,
      ...(photo && { photo_key: photo.key, photo_width: photo.width, photo_height: photo.height }),
      ...(options && { details: JSON.stringify({ options }) }),
      client_nonce: world.id(at),
      reply_to_seq: answers > 0 ? index + 1 - answers : null,
      created_at: at,
    });
    for (const { emoji, by } of reactions)
      world.rows.message_reactions.push({ ...place, user_id: by.id, emoji, created_at: at });
    for (const [option, { votes }] of poll?.entries() ?? [])
      for (const { id: user_id } of votes) world.rows.poll_votes.push({ ...place, user_id, option, created_at: at });
    if (isPinned) world.rows.pinned_messages.push({ ...place, pinned_by: sender.id, created_at: at });
  });
}
