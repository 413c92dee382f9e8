import type { GymKey, Level } from './people.ts';

/** What is on every week. Several hosts take turns. */
export type Slot = {
  gym: GymKey;
  /** 0 is Monday. */
  weekdays: number[];
  time: string;
  minutes: number;
  type: string;
  kind: 'cardio' | 'strength' | 'classes' | 'flexibility' | 'sports';
  title: string;
  description: string;
  spots: number;
  levels: [Level, Level];
  women: boolean;
  hosts: string[];
  /** How much of it is usually taken, 0 to 1; above 1 people wait. */
  demand: number;
};

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** days, time, minutes, kind, session type, spots, demand, hosts, who may come; then what it is called and about. */
export function slot(gym: GymKey, line: string, title: string, description: string): Slot {
  const [days = '', time = '', minutes, kind, type = '', spots, demand, hosts = '', open] = line
    .split(',')
    .map((field) => field.trim());
  return {
    gym,
    weekdays: days
      .split(' ')
      .filter(Boolean)
      .map((day) => weekdayNames.indexOf(day)),
    time,
    minutes: Number(minutes),
    type,
    kind: kind as Slot['kind'],
    title,
    description,
    spots: Number(spots),
    levels: [open === 'experienced' ? 'intermediate' : 'beginner', 'advanced'],
    women: open === 'women',
    hosts: hosts.split(' '),
    demand: Number(demand),
  };
}

export const timetable: Slot[] = [
  // Every night, three hours west of Sydney: while members there look for something today, this is still to come.
  slot(
    'fremantle',
    'Mon Tue Wed Thu Fri Sat Sun, 22:00, 45, cardio, Rowing and bike, 6, 0.5, lucas fatima, anyone',
    'Night owls',
    'An easy spin and a stretch before bed. Doors close at eleven.',
  ),
  slot(
    'barangaroo',
    'Mon Wed Fri, 06:00, 60, strength, Strength, 8, 0.8, ana gurpreet, anyone',
    'Early bird barbell',
    'Squat, press, row. Five sets of five, out by seven, coffee at the kiosk after.',
  ),
  slot(
    'barangaroo',
    'Mon Thu, 18:30, 75, strength, Strength, 6, 1.2, ana, experienced',
    'Leg day',
    'Back squats, Bulgarians, and the sled if we are still standing. Rack three and four are ours.',
  ),
  slot(
    'barangaroo',
    'Fri, 17:30, 90, strength, Powerlifting, 6, 1.1, dov tane, experienced',
    'Deadlift Friday',
    'Working up to a heavy triple. Bring socks you like.',
  ),
  slot(
    'barangaroo',
    'Tue Thu, 06:15, 45, cardio, Rowing and bike, 8, 0.6, isla, anyone',
    'Row intervals, 8 x 500',
    'Ninety seconds of rest, no heroes on the first two.',
  ),
  slot(
    'barangaroo',
    'Wed, 18:00, 60, cardio, Running, 12, 0.7, mateo layla, anyone',
    'Harbour loop, 8 km easy',
    'Conversation pace around the foreshore, nobody gets dropped. Lockers stay open.',
  ),
  slot(
    'barangaroo',
    'Sat, 07:15, 90, cardio, Running, 12, 0.6, mateo amara, experienced',
    'Saturday long run',
    'Twelve to fifteen kilometres, two pace groups, breakfast rolls at the end.',
  ),
  slot(
    'barangaroo',
    'Mon Wed, 12:15, 45, classes, HIIT, 12, 0.7, chloe minh, anyone',
    'Lunch-hour circuit',
    'Six stations, forty on, twenty off. Showers are quick at one.',
  ),
  slot(
    'barangaroo',
    'Thu, 19:00, 60, classes, Boxing, 10, 0.8, zoe, anyone',
    'Pads and footwork',
    'Gloves are in the blue box. Wraps are yours to bring.',
  ),
  slot(
    'barangaroo',
    'Tue, 18:30, 60, strength, Strength, 8, 1.1, aisha ana, women',
    "Women's strength hour",
    'Free weights without an audience. First timers very welcome.',
  ),
  slot(
    'barangaroo',
    'Tue, 07:00, 45, classes, HIIT, 8, 0.6, dmitri, anyone',
    'Kettlebell flow',
    'Swings, cleans, one long complex. Ends with a carry around the block.',
  ),
  slot(
    'barangaroo',
    'Sun, 09:00, 60, flexibility, Yoga, 14, 0.7, grace harriet, anyone',
    'Slow Sunday flow',
    'An hour of not hurrying. Mats provided, silence optional.',
  ),
  slot(
    'barangaroo',
    'Thu, 07:30, 30, flexibility, Mobility, 10, 0.5, maya, anyone',
    'Hips and ankles for lifters',
    'Half an hour that your squat will thank you for.',
  ),
  slot(
    'barangaroo',
    'Wed, 20:00, 75, sports, Ball games, 9, 0.9, kwame, anyone',
    '3v3 basketball',
    'Winner stays on, first to eleven. Indoor shoes please.',
  ),
  slot(
    'barangaroo',
    'Sat, 15:00, 75, sports, Ball games, 14, 0.6, jack leilani, anyone',
    'Touch footy at the park',
    'Meet at the front desk, walk over together. Rain does not count as a reason.',
  ),
  slot(
    'barangaroo',
    'Sun, 16:00, 90, sports, Climbing, 6, 0.9, hiroshi, anyone',
    'Bouldering basics',
    'Falling is part of the lesson. Chalk to share.',
  ),
  slot(
    'barangaroo',
    'Tue Fri, 12:30, 45, cardio, Rowing and bike, 8, 0.5, omar meilin, anyone',
    'Lunch row',
    'Twenty minutes steady, ten minutes silly. Back at your desk by half past one.',
  ),
  slot(
    'barangaroo',
    'Mon Tue Wed Thu Fri, 16:00, 60, strength, Strength, 8, 0.5, omar tane liam priya, anyone',
    'Beat the rush',
    'Every rack is free at four. Bring your own plan or borrow ours.',
  ),
  slot(
    'barangaroo',
    'Mon Tue Wed Thu Fri, 20:45, 60, strength, Strength, 8, 0.5, hiroshi meilin minh ravi, anyone',
    'Late lift',
    'The quiet hour before closing. Whatever is left in you.',
  ),
  slot(
    'barangaroo',
    'Sat Sun, 11:00, 60, strength, Strength, 8, 0.6, gurpreet tane aisha, anyone',
    'Brunch lift',
    'Main lift, then eggs. The order matters.',
  ),
  slot(
    'barangaroo',
    'Sat Sun, 18:30, 60, flexibility, Mobility, 10, 0.5, maya priya sofia, anyone',
    'Weekend wind-down',
    'Rollers out, lights down, ready for the week.',
  ),
  slot(
    'fremantle',
    'Mon Wed Fri, 06:00, 60, strength, Strength, 6, 0.7, jarrah bronte, anyone',
    'Before-work barbell',
    'Main lift and one accessory, done by seven.',
  ),
  slot(
    'fremantle',
    'Tue Thu, 17:30, 45, classes, HIIT, 8, 0.6, nia elena, anyone',
    'Freo burner',
    'Short, loud, over before you can object.',
  ),
  slot(
    'fremantle',
    'Sat, 08:00, 75, strength, Powerlifting, 6, 1.1, jarrah, anyone',
    'Saturday crew',
    'Whatever you missed this week, with people who will spot you.',
  ),
  slot(
    'fremantle',
    'Sun, 09:00, 60, flexibility, Yoga, 10, 0.5, ingrid, anyone',
    'Salt-water stretch',
    'Stretch here, swim after if the sea agrees.',
  ),
  slot(
    'fremantle',
    'Wed, 18:00, 60, cardio, Running, 10, 0.6, noah theo, anyone',
    'South Beach run',
    'Six kilometres on the path, sunset included.',
  ),
  slot(
    'fremantle',
    'Tue Thu Sat Sun, 10:30, 60, strength, Strength, 6, 0.5, ingrid elena noah nia, anyone',
    'Second breakfast squats',
    'For early risers who are hungry again. Rack, coffee, rack.',
  ),
  slot(
    'fremantle',
    'Mon Fri, 17:30, 60, strength, Strength, 6, 0.6, elena bronte, anyone',
    'Shake off the office',
    'Hinge, push, carry. Leave the laptop in the locker.',
  ),
  slot(
    'shoreditch',
    'Mon Wed Fri, 22:30, 60, strength, Strength, 8, 0.8, kofi eve, anyone',
    'Last orders lifting',
    'For everybody who clocks off when the city goes to bed.',
  ),
  slot(
    'shoreditch',
    'Tue Thu, 20:00, 60, classes, Boxing, 8, 0.8, aoife, anyone',
    'Bag work after dark',
    'Ten rounds, lights low, playlist loud.',
  ),
  slot(
    'shoreditch',
    'Tue Sat, 16:00, 45, classes, HIIT, 10, 0.6, callum poppy, anyone',
    'Breakfast at four',
    'A morning workout, at the time your morning happens.',
  ),
  slot(
    'shoreditch',
    'Thu, 22:00, 45, flexibility, Mobility, 8, 0.5, hannah simone, anyone',
    'Wind-down mobility',
    'Slow, quiet, dark. You may fall asleep; somebody did.',
  ),
  slot(
    'shoreditch',
    'Sun, 12:00, 60, cardio, Running, 10, 0.6, arjun, anyone',
    'Canal run',
    'To Victoria Park and back along the towpath.',
  ),
  slot(
    'shoreditch',
    'Sat, 21:00, 90, strength, Powerlifting, 5, 1.2, tomasz kofi, experienced',
    'Heavy Saturday',
    'Singles, chalk, no phones on the platform.',
  ),
  slot(
    'shoreditch',
    'Mon Wed Thu Fri Sun, 18:00, 60, classes, HIIT, 10, 0.5, callum poppy viktor, anyone',
    'Second coffee circuit',
    'Half an hour to wake up, half an hour to prove it.',
  ),
  slot(
    'shoreditch',
    'Mon Tue Wed Thu Fri Sat Sun, 23:30, 30, flexibility, Mobility, 8, 0.4, hannah rosa viktor jamal, anyone',
    'Midnight mobility',
    'Half an hour on the floor, then home to bed.',
  ),
];

/** A session that starts soon after the data is made, so home is never empty. */
export const nextUp: Slot[] = [
  slot(
    'barangaroo',
    ', , 60, strength, Strength, 6, 0.7, ana, anyone',
    'Upper body, no ego',
    'Bench, rows, a lot of face pulls. Come as you are.',
  ),
  slot(
    'fremantle',
    ', , 45, cardio, Rowing and bike, 6, 0.5, bronte, anyone',
    'Bike ladder',
    'One minute, two minutes, three, and back down.',
  ),
  slot(
    'shoreditch',
    ', , 60, strength, Strength, 6, 0.6, eve, anyone',
    'Shift-change squats',
    'Between the early and the late crowd, when the racks are free.',
  ),
];
