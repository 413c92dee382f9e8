import type { OpenSpan } from '@spotter/contract/gyms/open-times.ts';
import { addDays, closingMinute, minutesOf, wallAt } from '@spotter/contract/wall-clock.ts';
import type { GymKey } from './people.ts';
import { ironHarbourTheme, nightShiftTheme, openDayTheme, summerTheme } from './themes.ts';
import { daysFrom, type Gym, type World } from './world.ts';

export const every = (from: string, to: string): OpenSpan => ({ opens: from, closes: to });
export const week = (weekdays: OpenSpan[], saturday: OpenSpan[], sunday: OpenSpan[]) => [
  ...Array.from({ length: 5 }, () => weekdays),
  saturday,
  sunday,
];

type GymPlan = { name: string; address: string; timezone: string; hours: OpenSpan[][] };

const gymPlans = {
  barangaroo: {
    name: 'Iron Harbour Barangaroo',
    address: '12 Shipwright Walk, Barangaroo NSW 2000',
    timezone: 'Australia/Sydney',
    hours: week([every('05:00', '22:00')], [every('07:00', '20:00')], [every('07:00', '20:00')]),
  },
  fremantle: {
    name: 'Iron Harbour Fremantle',
    address: '8 Cliff Street, Fremantle WA 6160',
    timezone: 'Australia/Perth',
    hours: week(
      [every('05:30', '12:00'), every('15:00', '23:00')],
      [every('07:00', '16:00'), every('18:00', '23:00')],
      [every('08:00', '14:00'), every('18:00', '23:00')],
    ),
  },
  shoreditch: {
    name: 'Night Shift Shoreditch',
    address: '41 Rivington Street, London EC2A 3QQ',
    timezone: 'Europe/London',
    hours: week([every('14:00', '24:00')], [every('10:00', '24:00')], [every('10:00', '24:00')]),
  },
} satisfies Record<GymKey, GymPlan>;

/** Days from today on which a gym keeps other hours. */
const overridePlans = [
  { gym: 'barangaroo', from: -20, to: -20, spans: [every('08:00', '14:00')], reason: 'Public holiday hours' },
  {
    gym: 'barangaroo',
    from: 3,
    to: 3,
    reason: 'Fire drill at lunch',
    spans: [every('05:00', '12:00'), every('13:30', '22:00')],
  },
  { gym: 'barangaroo', from: 9, to: 9, spans: [every('09:00', '21:00')], reason: 'New floor in the lifting hall' },
  {
    gym: 'fremantle',
    from: 5,
    to: 6,
    reason: 'Harbour festival',
    spans: [every('09:00', '13:00'), every('15:00', '23:00')],
  },
  { gym: 'shoreditch', from: 6, to: 6, spans: [every('10:00', '03:00')], reason: 'Long night of lifting' },
  { gym: 'shoreditch', from: 11, to: 11, spans: [], reason: 'Building electrics' },
] as const;

const sessionTypes = [
  ['Strength', 'strength', 60],
  ['Powerlifting', 'strength', 90],
  ['Running', 'cardio', 60],
  ['Rowing and bike', 'cardio', 45],
  ['HIIT', 'classes', 45],
  ['Boxing', 'classes', 60],
  ['Yoga', 'flexibility', 60],
  ['Mobility', 'flexibility', 30],
  ['Ball games', 'sports', 75],
  ['Climbing', 'sports', 90],
] as const;

export type Organizations = { ironHarbour: string; nightShift: string };

export function planOrganizations(world: World, files: { logo: string; favicon: string }): Organizations {
  const opened = daysFrom(world.now, -430);
  const ironHarbour = addOrganization(world, opened, {
    name: 'Iron Harbour',
    business_type: 'multiple',
    country: 'Australia',
    business_phone: '+61 2 5550 0142',
    business_email: 'hello@ironharbour.example',
    business_website: 'https://ironharbour.example',
    estimated_members: '201-500',
  });
  const nightShift = addOrganization(world, daysFrom(world.now, -210), {
    name: 'Night Shift Athletics',
    business_type: 'single',
    country: 'United Kingdom',
    business_phone: '+44 20 7946 0518',
    business_email: 'desk@nightshift.example',
    business_website: 'https://nightshift.example',
    estimated_members: '51-200',
  });
  addGym(world, ironHarbour, 'barangaroo', gymPlans.barangaroo);
  addGym(world, ironHarbour, 'fremantle', gymPlans.fremantle);
  addGym(world, nightShift, 'shoreditch', gymPlans.shoreditch);
  planOverrides(world);

  const dark = nightShiftTheme(files);
  world.rows.organization_themes.push(
    { organization_id: ironHarbour, config: JSON.stringify(ironHarbourTheme), updated_at: opened },
    { organization_id: nightShift, config: JSON.stringify(dark), updated_at: opened },
  );
  saveTheme(world, ironHarbour, 'Spotter purple', ironHarbourTheme, -90);
  saveTheme(world, ironHarbour, 'Summer challenge', summerTheme, -21);
  saveTheme(world, ironHarbour, 'Open day', openDayTheme(), -7);
  saveTheme(world, nightShift, 'After dark', dark, -60);
  return { ironHarbour, nightShift };
}

export function addOrganization(
  world: World,
  at: Date,
  about: Omit<World['rows']['organizations'][number], 'id'>,
): string {
  const id = world.id(at);
  world.rows.organizations.push({ ...about, id, terms_agreed_at: at, created_at: at, updated_at: at });
  sessionTypes.forEach(([name, kind, minutes], position) => {
    world.rows.session_types.push({
      organization_id: id,
      id: world.id(at),
      name,
      kind,
      default_duration_minutes: minutes,
      position,
      created_at: at,
    });
  });
  return id;
}

export function addGym(world: World, organizationId: string, key: GymKey, plan: GymPlan): void {
  const at = daysFrom(world.now, key === 'fremantle' ? -300 : -430);
  const gym: Gym = {
    key,
    id: world.id(at),
    organizationId,
    name: plan.name,
    timezone: plan.timezone,
    hours: {
      weekly: plan.hours.flatMap((spans, weekday) => spans.map((span) => ({ weekday, ...span }))),
      overrides: [],
    },
  };
  world.gyms.set(key, gym);
  world.rows.gyms.push({
    organization_id: organizationId,
    id: gym.id,
    name: gym.name,
    address: plan.address,
    timezone: gym.timezone,
    hours_set_at: at,
    created_at: at,
    updated_at: at,
  });
  for (const span of gym.hours.weekly)
    world.rows.operating_hours.push({ organization_id: organizationId, id: world.id(at), gym_id: gym.id, ...span });
}

function planOverrides(world: World): void {
  for (const { gym: key, from, to, spans, reason } of overridePlans) {
    const gym = world.gyms.get(key);
    if (!gym) continue;
    const at = daysFrom(world.now, -30);
    const today = wallAt(world.now, gym.timezone).day;
    const [first, ...more] = spans;
    const hours = { closed: !first, opens: first?.opens ?? null, closes: first?.closes ?? null };
    const id = world.id(at);
    const days = { from: addDays(today, from), to: addDays(today, to) };
    gym.hours.overrides.push({ id, ...days, ...hours, reason, more_hours: more, created_at: at.toISOString() });
    world.rows.schedule_overrides.push({
      organization_id: gym.organizationId,
      id,
      gym_id: gym.id,
      first_day: days.from,
      last_day: days.to,
      reason,
      ...hours,
      more_hours: `{${more.map(({ opens, closes }) => `[${minutesOf(opens)},${closingMinute({ opens, closes })})`).join(',')}}`,
      created_at: at,
    });
  }
}

function saveTheme(world: World, organizationId: string, name: string, config: object, days: number): void {
  const at = daysFrom(world.now, days);
  world.rows.saved_themes.push({
    organization_id: organizationId,
    id: world.id(at),
    name,
    config: JSON.stringify(config),
    created_at: at,
    updated_at: at,
  });
}
