import type { FriendRequest, Friendship, Truth } from './history.ts';
import { isAround, isMember, type Life } from './life.ts';
import type { Random } from './random.ts';
import { book, type Draft } from './sessions.ts';
import type { World } from './worlds.ts';

export type Company = {
  friendRequests: FriendRequest[];
  friendships: Friendship[];
  messages: DraftMessage[];
  invites: DraftInvite[];
};
type DraftMessage = { from: number; to: number | null; draft: Draft | null; at: number };
type DraftInvite = { draft: Draft; from: number; to: number; at: number; answer: 'joined' | 'declined' | null };

/** What the people of a gym do with each other, and what they need for it. */
export type Social = {
  world: World;
  random: Random;
  lives: readonly Life[];
  /** Pairs that asked already; nobody asks twice. */
  asked: Set<number>;
  liking: Truth['liking'];
  byGym: ReadonlyMap<number, Life[]>;
};

const pairOf = (one: Life, other: Life, { lives }: Social) =>
  Math.min(one.id, other.id) * lives.length + Math.max(one.id, other.id);

function befriend(one: Life, other: Life, since: number, company: Company): void {
  one.friends.add(other);
  other.friends.add(one);
  company.friendships.push({ one: Math.min(one.id, other.id), other: Math.max(one.id, other.id), since });
}

/** Friends in real life find each other in the app soon after the later one joined, but not all of them. */
export function meetCircles(firstDay: number, lastDay: number, social: Social, company: Company): void {
  for (const life of social.lives)
    for (const other of life.circle) {
      const day = Math.max(life.profile.joinedDay, other.profile.joinedDay);
      if (other.id < life.id || day < firstDay || day > lastDay || !social.random.chance(0.6)) continue;
      if (life.traits.appUse === 0 || other.traits.appUse === 0) continue;
      if (day < 0) {
        social.asked.add(pairOf(life, other, social));
        befriend(life, other, day * 24 + 18, company);
      } else ask(life, other, day * 24 + 18, 1, social, company);
    }
}

/** A friend request with its answer, unless one of the two asked before. */
function ask(from: Life, to: Life, at: number, chance: number, social: Social, company: Company): void {
  const { random, asked } = social;
  const pair = pairOf(from, to, social);
  if (asked.has(pair) || !isMember(from, Math.floor(at / 24))) return;
  asked.add(pair);
  const answeredAt = at + 0.5 + 72 * random.next() * random.next();
  const isThere = isMember(to, Math.floor(answeredAt / 24)) && to.traits.appUse > 0;
  const answer = !isThere ? null : random.chance(chance) ? 'accepted' : random.chance(0.4) ? 'declined' : null;
  company.friendRequests.push({ from: from.id, to: to.id, at, answer, answeredAt: answer && answeredAt });
  if (answer === 'accepted') befriend(from, to, answeredAt, company);
}

/** After training together some ask whom they liked; a few ask somebody they only saw in the app. */
export function askEachOther(drafts: readonly Draft[], week: number, social: Social, company: Company): void {
  const { random, world, liking, byGym } = social;
  for (const { session, spots } of drafts) {
    const came = [...spots].filter(([, { comes }]) => comes).map(([life]) => life);
    if (came.length < 2) continue;
    for (const life of came) {
      if (!random.chance(0.09 * world.talk)) continue;
      const other = random.pick(came);
      if (other === life || !random.chance(Math.min(1, 1.6 * liking(life.id, other.id)))) continue;
      ask(life, other, session.at + session.hours + 6 * random.next(), yes(liking(other.id, life.id)), social, company);
    }
  }
  for (const [, people] of byGym)
    for (const life of people) {
      if (!random.chance(0.012 * world.talk * life.traits.openness) || life.traits.appUse === 0) continue;
      const other = random.pick(people);
      const day = week * 7 + random.int(0, 6);
      const isPossible = other !== life && isAround(life, day) && isMember(other, day);
      if (!isPossible || !random.chance(Math.min(1, 1.6 * liking(life.id, other.id)))) continue;
      ask(life, other, day * 24 + 20 + random.next(), yes(liking(other.id, life.id)), social, company);
    }
}

/** Saying yes to a request costs less than training together. */
const yes = (likes: number) => Math.min(0.97, 0.2 + 1.1 * likes);

/** A member who goes to a session may take a friend along, who may come, say no, or never answer. */
export function inviteFriend(host: Life, draft: Draft, social: Social, company: Company): Life | null {
  const { random, world } = social;
  if (!world.hasInvites || host.friends.size === 0 || !random.chance(0.14 * Math.max(0.3, world.talk))) return null;
  const { session, spots, invited } = draft;
  const friend = random.pick([...host.friends]);
  if (spots.has(friend) || invited.has(friend) || friend.profile.gym !== session.gym) return null;
  if (session.level && session.level !== friend.profile.level) return null;
  const joinedAt = spots.get(host)?.joinedAt ?? session.at - 24;
  const at = joinedAt + (session.at - joinedAt) * 0.3 * random.next();
  const day = Math.floor(session.at / 24);
  if (!isMember(friend, Math.floor(at / 24)) && !friend.left) return null;
  const isFree = isAround(friend, day) && !friend.busyDays.has(day) && spots.size + 1 < session.spots;
  const eager = friend.fading ? 0.4 : 1;
  const joins = isFree && random.chance(0.55 * eager * friend.traits.appUse);
  const answers = isMember(friend, day) && random.chance(0.4 * eager * (friend.absence ? 0.5 : 1));
  const answer = joins ? 'joined' : answers ? 'declined' : null;
  invited.add(friend);
  company.invites.push({ draft, from: host.id, to: friend.id, at, answer });
  if (!joins) return null;
  friend.busyDays.add(day);
  book(friend, draft, true, random);
  // They join after they were asked.
  const spot = spots.get(friend)!;
  spot.joinedAt = at + (session.at - at) * 0.5 * random.next();
  return friend;
}

/** Chats before sessions, and between friends. */
export function chat(drafts: readonly Draft[], week: number, social: Social, company: Company): void {
  const { random, world, lives } = social;
  for (const draft of drafts)
    for (const [life, { comes, joinedAt }] of draft.spots)
      if (comes && random.chance(0.12 * world.talk)) {
        const at = joinedAt + (draft.session.at - joinedAt) * random.next();
        company.messages.push({ from: life.id, to: null, draft, at });
      }
  for (const life of lives) {
    if (life.friends.size === 0 || !random.chance(0.3 * world.talk)) continue;
    const day = week * 7 + random.int(0, 6);
    const friend = random.pick([...life.friends]);
    if (!isMember(life, day) || !isMember(friend, day)) continue;
    let at = day * 24 + 8 + 11 * random.next();
    for (let left = random.int(1, 4), isMine = true; left > 0; left--, isMine = !isMine) {
      const [from, to] = isMine ? [life, friend] : [friend, life];
      company.messages.push({ from: from.id, to: to.id, draft: null, at });
      at += 0.02 + random.next();
    }
  }
}
