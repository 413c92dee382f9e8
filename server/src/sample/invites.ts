import { addMinutes, daysFrom, gymOf, memberOf, type World } from './world.ts';

/** Every state a code can be in: open, for one gym, limited, used up, run out, switched off. */
export function planInvites(world: World): void {
  const { now } = world;
  addCode(world, 'finn', 'IRONHARBOUR', { label: 'Front desk', users: 'cleo liam priya ravi sofia harriet layla' });
  addCode(world, 'finn', 'FREO-OPEN-DAY', {
    label: 'Fremantle open day',
    gym_id: gymOf(world, 'fremantle').id,
    max_uses: 50,
    expires_at: daysFrom(now, 10),
    users: 'lucas fatima ruby',
  });
  addCode(world, 'olga', 'COACH-GUEST', { label: 'Guests of coaches', max_uses: 2, users: 'zoe marguerite' });
  addCode(world, 'olga', 'WINTER-25', { label: 'Winter challenge', expires_at: daysFrom(now, -30), users: 'mateo' });
  addCode(world, 'finn', 'OLD-FLYER', { label: 'Flyer with the old address', is_active: false });
  addCode(world, 'nadia', 'NIGHTSHIFT', { label: 'Front desk', users: 'eve callum rosa viktor' });

  refer(world, 'ben', 'ana', 'friend');
  refer(world, 'liam', 'ben', 'session');
  refer(world, 'poppy', 'eve', 'friend');
  planNominations(world);
}

type Code = Partial<Omit<World['rows']['invite_codes'][number], 'id' | 'organization_id'>> & { users?: string };

function addCode(world: World, by: string, code: string, { users, ...rest }: Code): void {
  const owner = memberOf(world, by);
  const at = daysFrom(world.now, -204);
  const id = world.id(at);
  const organization_id = owner.organizationId;
  world.rows.invite_codes.push({
    ...{ organization_id, id, code, created_by: owner.id, created_at: at, updated_at: at },
    ...rest,
  });
  for (const key of users?.split(' ') ?? []) {
    const { id: user_id, joinedAt } = memberOf(world, key);
    const use = { organization_id, id: world.id(joinedAt), invite_code_id: id, user_id, used_at: joinedAt };
    world.rows.invite_code_uses.push(use);
  }
}

function refer(world: World, newcomer: string, by: string, via: 'friend' | 'session'): void {
  const { id, organizationId, joinedAt } = memberOf(world, newcomer);
  const referrer_id = memberOf(world, by).id;
  world.rows.referrals.push({ organization_id: organizationId, user_id: id, referrer_id, via, created_at: joinedAt });
}

function planNominations(world: World): void {
  const nominations = [
    [
      'Georgia',
      'Whitfield',
      'Barbell Collective',
      '77 Sydney Road, Brunswick VIC',
      'Everybody there already trains in groups, over four different chat apps.',
    ],
    [
      'Pavel',
      'Novak',
      'Tower Climbing',
      '3 Mill Lane, Leeds',
      'I moved here from a gym with Spotter and miss finding belay partners.',
    ],
  ] as const;
  nominations.forEach(([first, last, gym, address, comments], index) => {
    const at = addMinutes(daysFrom(world.now, -4 - index * 9), 75);
    world.rows.nominations.push({
      id: world.id(at),
      nominator_first_name: first,
      nominator_last_name: last,
      nominator_email: `${first.toLowerCase()}@example.com`,
      gym_name: gym,
      gym_address: address,
      comments,
      status: index === 0 ? 'new' : 'contacted',
      created_at: at,
    });
  });
}
