import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { runs } from '../../../../scripts/property-runs.ts';

const app = useTestApp();

const names = [
  'Olga',
  'Ölgä',
  'Volga',
  'Olag',
  'Ogla',
  'Marit',
  'Martin',
  'Martina',
  "O'Brien",
  'Brien-Lee',
  'Li',
  'Ø',
];
const PEOPLE = 80;

/** Members with similar names, every combination of what they are filtered by, and equal times. */
beforeAll(async () => {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  const moment = (n: number) => new Date(Date.UTC(2025, n % 5, 1)).toISOString();
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    id: newId(),
    organization_id,
    first_name: names[n % names.length]!,
    last_name: n % 7 === 0 ? '' : names[(n * 5 + 3) % names.length]!,
    email: `${n % 2 ? 'olga' : 'post'}.${n}@members${n % 3}.example`,
    phone: n % 4 === 0 ? `+61 (4) 55-${n % 10} 019${n % 3}` : null,
    is_active: n % 6 > 0,
    onboarding_completed: n % 5 > 1,
    password_hash: n % 3 === 0 ? 'x' : null,
    last_seen_at: n % 8 === 0 ? moment(n) : null,
    created_at: moment(n + 1),
  }));
  await db.insertInto('users').values(people).execute();
  const gyms = [cast.gyms.barangaroo, cast.gyms.fremantle];
  const access = people.flatMap(({ id }, n) =>
    gyms.filter((_, g) => n % (g + 2) === 0).map((gym_id) => ({ organization_id, user_id: id, gym_id })),
  );
  await db.insertInto('user_gyms').values(access).execute();
});

type Asked = {
  search: string;
  gymId: string | null;
  isActive: boolean | null;
  isSetUp: boolean | null;
  order: 'name' | 'newest' | 'last_seen';
};

/** What the list promises, without any shortcut and outside the walls. */
async function naive({ search, gymId, isActive, isSetUp, order }: Asked, scope: string[] | null): Promise<string[]> {
  const words = search.split(/[\s-]+/).filter(Boolean);
  const folded = sql`btrim(fold_name(w))`;
  const digits = (text: string) => sql`regexp_replace(${sql.raw(text)}, '[^0-9]', '', 'g')`;
  const { rows } = await sql<{ id: string }>`
    with ranked as (select u.*, coalesce((select case when count(*) = count(r) then sum(r) end from unnest(${words}::text[]) w,
      lateral (select case
        when ${folded} <> '' and position(' ' || ${folded} || ' ' in u.search_name || ' ') > 0 then 0
        when ${folded} <> '' and starts_with(u.search_name, ' ' || ${folded}) then 1
        when ${folded} <> '' and position(' ' || ${folded} in u.search_name) > 0 then 2
        when length(${folded}) > 1 and position(${folded} in u.search_name) > 0 then 3
        when u.search_name ~ slip_pattern(${folded}) then 4
        when (${words.length} > 1 or length(w) > 1) and position(lower(w) in u.email) > 0 then 3
        when w ~ '^[+]?[0-9()]{3,}$' and ${digits('w')} <> '' and position(${digits('w')} in ${digits('u.phone')}) > 0 then 3
      end as r) fit), case when ${words.length === 0} then 0 end) as rank from users u)
    select u.id from ranked u where u.rank is not null and u.organization_id = ${app().cast.organizations.ironHarbour}
      and (${scope}::uuid[] is null or u.role = 'regular_user' and exists (select from user_gyms g
        where g.user_id = u.id and g.gym_id = any(${scope}::uuid[])))
      and (${gymId}::uuid is null or exists (select from user_gyms g where g.user_id = u.id and g.gym_id = ${gymId}))
      and (${isActive}::boolean is null or u.is_active = ${isActive})
      and (${isSetUp}::boolean is null or ${isSetUp} = (u.password_hash is not null and not u.must_change_password or u.last_seen_at is not null))
    order by case when ${order} = 'name' then u.rank end, case when ${order} = 'name' then u.search_name end,
      case when ${order} = 'newest' then u.created_at end desc, case when ${order} = 'newest' then u.id end desc,
      case when ${order} = 'last_seen' then u.last_seen_at end desc nulls last, u.id`.execute(app().db);
  return rows.map(({ id }) => id);
}

const letter = fc.constantFrom(...'olgamrtinbev ');
/** A name, perhaps with a slip: a letter too many, too few, wrong, or swapped with the next one. */
const slipped = fc
  .tuple(
    fc.constantFrom(...names),
    fc.nat(7),
    letter,
    fc.constantFrom('keep', 'add', 'drop', 'change', 'swap', 'begin'),
  )
  .map(([name, at, other, kind]) => {
    const [head, tail] = [name.slice(0, at), name.slice(at)];
    if (kind === 'add') return `${head}${other}${tail}`;
    if (kind === 'drop') return `${head}${tail.slice(1)}`;
    if (kind === 'change') return `${head}${other}${tail.slice(1)}`;
    if (kind === 'swap') return `${head}${tail.slice(1, 2)}${tail.slice(0, 1)}${tail.slice(2)}`;
    return kind === 'begin' ? head : name;
  });
const word = fc.oneof(
  { arbitrary: slipped, weight: 4 },
  letter,
  fc.constantFrom('members1.example', 'olga.', '0190', '(019)', '+614', '(((', '%', '_', "'", 'post.1'),
);
const maybe = fc.constantFrom(true, false, null, null);

test('finds, ranks, sorts, counts and pages users like the plain statement', async () => {
  const { cast } = app();
  const { barangaroo, fremantle } = cast.gyms;
  const admins = [
    { client: await app().as(cast.olga), scope: null, gyms: [barangaroo, fremantle] },
    { client: await app().as(cast.finn), scope: [barangaroo], gyms: [barangaroo] },
  ];
  const asked = fc.record({
    admin: fc.constantFrom(...admins),
    search: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ').trim()),
    gym: fc.constantFrom(0, 1, null, null),
    isActive: maybe,
    isSetUp: maybe,
    order: fc.constantFrom('name' as const, 'newest' as const, 'last_seen' as const),
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.constantFrom(5, 20, 100),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ admin, gym, page, pageSize, ...filter }) => {
      const gymId = gym === null ? null : (admin.gyms[gym] ?? null);
      const { search, isActive, isSetUp, order } = filter;
      const { body } = await admin.client.listUsers({
        query: {
          ...(search && { search }),
          ...(gymId && { gym_id: gymId }),
          ...(isActive !== null && { is_active: isActive }),
          ...(isSetUp !== null && { is_set_up: isSetUp }),
          order,
          page,
          page_size: pageSize,
        },
      });
      const expected = await naive({ ...filter, gymId }, admin.scope);
      expect({ count: body.count, ids: body.results.map(({ id }) => id) }).toEqual({
        count: expected.length,
        ids: expected.slice((page - 1) * pageSize, page * pageSize),
      });
    }),
    runs(25),
  );
});
