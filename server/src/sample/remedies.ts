import { daysFrom, memberOf, type World } from './world.ts';

const kinds = ['message', 'invite', 'ask_friend', 'message'] as const;

/** What the owners did for members who trained less: some came back, and two were written to lately. */
export function planRemedies(world: World): void {
  for (const owner of ['olga', 'nadia']) {
    const { id: actor_id, organizationId: organization_id } = memberOf(world, owner);
    const members = [...world.members.values()].filter(
      (member) => member.organizationId === organization_id && member.role === 'regular_user' && member.gyms.length > 0,
    );
    const lapsed = members.filter(({ lapsedSince }) => lapsedSince !== null && lapsedSince < daysFrom(world.now, -9));
    const regular = members.filter(({ lapsedSince, joinedAt }) => !lapsedSince && joinedAt < daysFrom(world.now, -80));
    const tried = [
      ...regular.slice(0, 6).map((member, index) => ({ member, days: 14 + index * 4 })),
      ...lapsed.slice(0, 4).map((member, index) => ({ member, days: 3 + index * 3 })),
    ];
    for (const [index, { member, days }] of tried.entries()) {
      const created_at = daysFrom(world.now, -days);
      world.rows.member_remedies.push({
        ...{ organization_id, id: world.id(created_at), user_id: member.id, actor_id, created_at },
        kind: kinds[index % kinds.length]!,
      });
    }
  }
}
