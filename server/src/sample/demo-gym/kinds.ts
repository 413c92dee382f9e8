import type { DemoGymKind } from '@spotter/contract/desk/demo-data.ts';

/** What a gym of some kind offers: title, kind and type of a session, and its minutes. */
export type Kind = { names: string[]; spots: number; times: string[]; offers: [string, string, string, number][] };

const dayTimes = ['06:15', '18:00', '07:15', '19:15', '12:15', '17:00', '20:00', '09:30'];
export const kinds: Record<DemoGymKind, Kind> = {
  barbell_club: {
    names: ['Bent Bar Club', 'Old Mill Barbell', 'Chalk & Iron'],
    spots: 8,
    times: dayTimes,
    offers: [
      ['Five by five', 'strength', 'Strength', 60],
      ['Heavy singles', 'strength', 'Powerlifting', 90],
      ['Pulling day', 'strength', 'Strength', 75],
      ['Rowing intervals', 'cardio', 'Rowing and bike', 45],
      ['Hips and ankles', 'flexibility', 'Mobility', 30],
    ],
  },
  yoga_studio: {
    names: ['Stillwater Yoga', 'Blue Door Studio', 'Slow Morning'],
    spots: 16,
    times: dayTimes,
    offers: [
      ['Morning flow', 'flexibility', 'Yoga', 60],
      ['Slow evening', 'flexibility', 'Yoga', 75],
      ['Core and breath', 'classes', 'HIIT', 45],
      ['Deep stretch', 'flexibility', 'Mobility', 30],
    ],
  },
  climbing_hall: {
    names: ['Northwall Climbing', 'The Crux', 'Granite Hall'],
    spots: 10,
    times: ['18:00', '19:30', '17:00', '07:30', '12:15', '20:00'],
    offers: [
      ['Project evening', 'sports', 'Climbing', 90],
      ['First leads', 'sports', 'Climbing', 90],
      ['Board night', 'strength', 'Strength', 60],
      ["Climbers' stretch", 'flexibility', 'Mobility', 30],
    ],
  },
  chain: {
    names: ['Everyday Gyms', 'Round the Corner', 'Harbour Fitness'],
    spots: 12,
    times: dayTimes,
    offers: [
      ['Full body', 'strength', 'Strength', 60],
      ['Lunch burner', 'classes', 'HIIT', 45],
      ['Easy run', 'cardio', 'Running', 60],
      ['Evening yoga', 'flexibility', 'Yoga', 60],
      ['Three-a-side', 'sports', 'Ball games', 75],
    ],
  },
};

export const TIMEZONE = 'Europe/London';
