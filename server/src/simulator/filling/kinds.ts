import type { WorkoutKind } from '@spotter/contract/theme/theme-default.ts';
import type { WorldName } from '../worlds.ts';

/** What a gym of this kind offers: the types of its sessions, with the titles members give them. */
type Offer = { type: string; minutes: number; titles: readonly string[] };
type Kind = {
  world: WorldName;
  names: readonly string[];
  opens: string;
  closes: string;
  offers: Record<WorkoutKind, Offer>;
};

const barbell: Kind = {
  world: 'ordinary',
  names: ['Bent Bar Club', 'Old Mill Barbell', 'Chalk & Iron'],
  opens: '05:00',
  closes: '22:00',
  offers: {
    strength: {
      type: 'Powerlifting',
      minutes: 90,
      titles: ['Heavy squats', 'Bench and rows', 'Pulling day', 'Five by five'],
    },
    cardio: { type: 'Conditioning', minutes: 45, titles: ['Sled and carry', 'Rowing intervals'] },
    classes: { type: 'Olympic lifting', minutes: 75, titles: ['Snatch technique', 'Clean and jerk'] },
    flexibility: { type: 'Mobility', minutes: 30, titles: ['Hips and shoulders', 'Undo the desk'] },
    sports: { type: 'Strongman', minutes: 90, titles: ['Stones and yoke', 'Log press'] },
  },
};

export const kinds = {
  barbell_club: barbell,
  yoga_studio: {
    world: 'studio',
    names: ['Stillwater Yoga', 'Blue Door Studio', 'Slow Morning'],
    opens: '05:30',
    closes: '22:00',
    offers: {
      strength: { type: 'Power yoga', minutes: 60, titles: ['Power flow', 'Arm balances'] },
      cardio: { type: 'Vinyasa', minutes: 60, titles: ['Morning flow', 'After-work flow', 'Hot flow'] },
      classes: { type: 'Pilates', minutes: 60, titles: ['Mat Pilates', 'Core and breath'] },
      flexibility: { type: 'Yin', minutes: 75, titles: ['Yin and rest', 'Deep stretch', 'Slow evening'] },
      sports: { type: 'Aerial', minutes: 60, titles: ['Aerial basics', 'Hammock flow'] },
    },
  },
  climbing_hall: {
    world: 'heavy_tailed',
    names: ['Northwall Climbing', 'The Crux', 'Granite Hall'],
    opens: '05:30',
    closes: '23:00',
    offers: {
      strength: { type: 'Board training', minutes: 60, titles: ['Board night', 'Finger strength'] },
      cardio: { type: 'Endurance', minutes: 60, titles: ['Four by four', 'Laps on the autobelay'] },
      classes: { type: 'Top rope', minutes: 90, titles: ['Learn to belay', 'First leads'] },
      flexibility: { type: 'Stretching', minutes: 45, titles: ["Climbers' stretch", 'Shoulder care'] },
      sports: { type: 'Bouldering', minutes: 90, titles: ['New set on the slab', 'Project evening', 'Easy boulders'] },
    },
  },
  chain: {
    ...barbell,
    world: 'seasons',
    names: ['Harbour Fitness', 'Everyday Gyms', 'Round the Corner'],
    offers: {
      strength: { type: 'Strength', minutes: 60, titles: ['Full body', 'Leg day', 'Upper body'] },
      cardio: { type: 'Running', minutes: 60, titles: ['Easy run', 'Bike intervals', 'Treadmill hills'] },
      classes: { type: 'HIIT', minutes: 45, titles: ['Express circuit', 'Lunch burner'] },
      flexibility: { type: 'Yoga', minutes: 60, titles: ['Evening yoga', 'Stretch and breathe'] },
      sports: { type: 'Ball games', minutes: 75, titles: ['Indoor football', 'Three-a-side basketball'] },
    },
  },
} as const satisfies Record<string, Kind>;

export type GymKind = keyof typeof kinds;
export const gymKinds = Object.keys(kinds) as GymKind[];
export const offersOf = (kind: GymKind): Record<WorkoutKind, Offer> => kinds[kind].offers;

/** Where the gyms are. All of them are awake at the same time, so one look shows the whole chain. */
export const places = [
  'Riverside',
  'Old Town',
  'Station',
  'Hillside',
  'Market',
  'Docks',
  'Parkway',
  'Northgate',
] as const;
export const TIMEZONE = 'Europe/London';

export const firstNames =
  'Ada Amir Bea Caleb Chloe Dario Elsa Emil Farah Gabe Hugo Ines Ivan Jade Jonas Kaya Leo Lina Mara Milo Nadia Nico Omar Pia Quinn Rosa Rui Sana Theo Tova Uma Vera Wes Yara Zane'.split(
    ' ',
  );
export const lastNames =
  'Abbott Bauer Castro Dahl Egan Fuchs Garcia Holm Ito Jansen Kaur Lund Meyer Novak Okoro Patel Quist Rossi Silva Tran Ueda Varga Walsh Xu Young Zeman'.split(
    ' ',
  );
export const chatLines = [
  'See you there!',
  'Running five minutes late, start without me.',
  'Who brings the chalk?',
  'That was a good one. Same time next week?',
  'I might skip, my legs are done.',
  'Can we start with a longer warm-up?',
  'Count me in.',
  'Great pace today.',
  'Anyone up for coffee after?',
  'I booked us two spots.',
];
