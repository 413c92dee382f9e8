import { wallAt } from '@spotter/contract/wall-clock.ts';
import { areFriends } from './friends.ts';
import { isOpen } from './opening.ts';
import { addMinutes, type Member, memberOf, type PlannedSession, type World } from './world.ts';

/** Other times for sessions to come: one waits for Ana's answer, one was countered, one was turned down. */
export function planProposals(world: World): void {
  const coming = world.sessions.filter((session) => session.startsAt > world.now && !session.cancelled);
  const ana = memberOf(world, 'ana');
  const ben = memberOf(world, 'ben');
  const eve = world.members.get('eve');

  const hosted = coming.filter((session) => session.host === ana);
  const [first] = hosted.filter((session) => session.people.includes(ben));
  if (first) propose(world, first, ben, 30, 'Could we start half an hour later? My train only gets in at ten past.');
  const guest = hosted.find((session) => session !== first && session.people.length > 2);
  const asking = guest?.people[1];
  if (guest && asking)
    propose(world, guest, asking, 60, 'An hour later and I can stay for the whole thing.', 'rejected');

  const visiting = coming.find((session) => session.host !== ana && session.people.includes(ana));
  if (visiting) {
    const asked = propose(
      world,
      visiting,
      ana,
      45,
      'Would a bit later work for you? I have a call before.',
      'countered',
    );
    if (asked)
      propose(
        world,
        visiting,
        visiting.host,
        15,
        'Quarter of an hour I can do, then I lose the room.',
        'pending',
        asked,
      );
  }
  const night = coming.find((session) => eve && session.host === eve && session.people.length > 1);
  const guestOfEve = night?.people[1];
  if (night && guestOfEve) propose(world, night, guestOfEve, -30, 'Half an hour earlier, so I catch the last tube?');
}

function propose(
  world: World,
  session: PlannedSession,
  proposer: Member,
  minutes: number,
  message: string,
  status: 'pending' | 'rejected' | 'countered' = 'pending',
  counterTo: { id: string; proposer: Member; at: Date } | null = null,
): { id: string; proposer: Member; at: Date } | null {
  const startsAt = addMinutes(session.startsAt, minutes);
  const { day, time } = wallAt(startsAt, session.gym.timezone);
  const length = (session.endsAt.getTime() - session.startsAt.getTime()) / 60_000;
  if (startsAt <= world.now || !isOpen(session.gym, day, time, length)) return null;
  const at = counterTo ? addMinutes(counterTo.at, 25) : addMinutes(world.now, -world.random.int(60, 300));
  const id = world.id(at);
  world.rows.session_proposals.push({
    organization_id: session.gym.organizationId,
    id,
    session_id: session.id,
    proposer_id: proposer.id,
    answerer_id: (counterTo?.proposer ?? session.host).id,
    counter_to: counterTo?.id ?? null,
    proposed_starts_at: startsAt,
    instead_of: session.startsAt,
    message,
    status,
    created_at: at,
    answered_at: status === 'pending' ? null : addMinutes(at, 25),
  });
  return { id, proposer, at };
}

/** Hosts ask friends who are not in yet. */
export function planSessionInvites(world: World): void {
  const { random, now, rows } = world;
  for (const session of world.sessions) {
    if (session.startsAt <= now || session.cancelled || !random.chance(0.4)) continue;
    const friends = [...world.members.values()].filter(
      (member) =>
        areFriends(world, member, session.host) &&
        member.gyms.includes(session.gym.key) &&
        !session.people.includes(member),
    );
    for (const member of random.some(friends, random.int(1, 2))) {
      rows.session_invites.push({
        organization_id: session.gym.organizationId,
        session_id: session.id,
        user_id: member.id,
        invited_by: session.host.id,
        created_at: random.between(session.createdAt, now),
      });
    }
  }
}
