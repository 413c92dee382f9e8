import type { Member, PlannedSession, World } from './world.ts';
import { addMinutes } from './world.ts';

/** Members on waitlists. A spot in Ana's next full session just opened and is on offer to Cleo. */
export function planWaitlist(world: World, session: PlannedSession, leftOver: Member[]): void {
  const { random, now, rows } = world;
  const cleo = world.members.get('cleo');
  const offering = session.host.key === 'ana' && !rows.session_waitlist.some((row) => row.status === 'offered');
  if (offering && cleo) {
    const spots = session.people.length;
    session.people = session.people.filter((member) => member !== cleo).slice(0, spots - 1);
  }
  const others = leftOver.filter((member) => member !== cleo).slice(0, random.int(1, 2));
  const queue = offering && cleo ? [cleo, ...others] : others;
  queue.forEach((member, index) => {
    const offered = offering && member === cleo;
    const queuedAt = addMinutes(session.createdAt, 30 + index);
    rows.session_waitlist.push({
      organization_id: session.gym.organizationId,
      id: world.id(queuedAt),
      session_id: session.id,
      user_id: member.id,
      status: offered ? 'offered' : 'waiting',
      queued_at: queuedAt,
      offered_at: offered ? addMinutes(now, -20) : null,
      offer_expires_at: offered ? addMinutes(now, 100) : null,
    });
  });
}
