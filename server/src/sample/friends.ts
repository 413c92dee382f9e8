import {
  areAllPresent,
  daysFrom,
  gymOf,
  laterOf,
  type Member,
  memberOf,
  pairKey,
  presentIn,
  type World,
} from './world.ts';

const friendsByHeart = [
  ['ana', 'ben maya aisha isla tane zoe gurpreet mateo jarrah'],
  ['ben', 'liam kwame jack maya'],
  ['cleo', 'grace chloe minh'],
  ['eve', 'callum simone kofi poppy'],
] as const;

const openRequests = [
  ['leilani', 'ana', 'We keep meeting at the squat rack. Friends?'],
  ['priya', 'ana', 'Loved your women’s strength hour, thank you for the tips!'],
  ['ana', 'hiroshi', 'Teach me to climb?'],
  ['cleo', 'ben', ''],
  ['harriet', 'finn', 'You said to ask when I hit 60 kg. I hit 60 kg.'],
  ['arjun', 'eve', 'Canal run on Sunday?'],
] as const;

/** Never friends, whatever chance says: strangers, and the two between whom there is a block. */
const apart = new Set(['ana cleo', 'ana dov', ...openRequests.map(([from, to]) => [from, to].sort().join(' '))]);

export function planFriends(world: World): void {
  const { random, rows, now } = world;
  for (const [key, others] of friendsByHeart) {
    const one = world.members.get(key);
    if (one) for (const other of presentIn(world, others)) befriend(world, one, other);
  }
  const members = [...world.members.values()];
  members.forEach((one, index) => {
    for (const other of members.slice(index + 1)) {
      if (one.organizationId !== other.organizationId || apart.has([one.key, other.key].sort().join(' '))) continue;
      const sameGym = one.gyms.some((gym) => other.gyms.includes(gym));
      if (random.chance(sameGym ? 0.16 : 0.03)) befriend(world, one, other);
    }
  });
  for (const [from, to, message] of openRequests) {
    if (!areAllPresent(world, `${from} ${to}`)) continue;
    const at = random.between(daysFrom(now, -3), now);
    rows.friend_requests.push({
      organization_id: memberOf(world, from).organizationId,
      id: world.id(at),
      sender_id: memberOf(world, from).id,
      receiver_id: memberOf(world, to).id,
      message,
      created_at: at,
    });
  }
  const [ana, dov] = presentIn(world, 'ana dov');
  if (!ana || !dov) return;
  rows.blocks.push({
    organization_id: ana.organizationId,
    blocker_id: ana.id,
    blocked_id: dov.id,
    created_at: daysFrom(now, -60),
  });
  const reportedAt = daysFrom(now, -60);
  rows.reports.push({
    organization_id: ana.organizationId,
    id: world.id(reportedAt),
    reporter_id: ana.id,
    reported_user_id: dov.id,
    kind: 'user',
    subject_id: dov.id,
    reason: 'harassment',
    note: 'He kept correcting my form after I asked him to stop.',
    snapshot: JSON.stringify({
      title: `${dov.firstName} ${dov.lastName}`,
      text: dov.bio,
      at: null,
      file_key: null,
      context: [],
    }),
    gym_ids: dov.gyms.map((key) => gymOf(world, key).id),
    created_at: reportedAt,
  });
}

function befriend(world: World, one: Member, other: Member): void {
  const key = pairKey(one, other);
  if (world.friends.has(key)) return;
  world.friends.add(key);
  const later = laterOf(one.joinedAt, other.joinedAt);
  const at = world.random.between(later, daysFrom(world.now, -1));
  const [low = '', high = ''] = [one.id, other.id].sort();
  world.rows.friendships.push({
    organization_id: one.organizationId,
    id: world.id(at),
    user_low_id: low,
    user_high_id: high,
    created_at: at,
  });
}

export function areFriends(world: World, one: Member, other: Member): boolean {
  return world.friends.has(pairKey(one, other));
}
