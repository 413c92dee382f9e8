import type { AdminRole } from '@spotter/contract/roles.ts';

export type Level = 'beginner' | 'intermediate' | 'advanced';
export type Gender = 'female' | 'male' | 'non_binary';
export type GymKey = 'barangaroo' | 'fremantle' | 'shoreditch';

export type Person = {
  /** Also the part of the email before the @. */
  key: string;
  firstName: string;
  lastName: string;
  role: AdminRole | 'regular_user';
  gender: Gender | null;
  level: Level | null;
  gyms: GymKey[];
  /** The face: skin from light to dark, and what is on the head. */
  skin: number;
  head: string;
  bio: string;
};

const genders = { f: 'female', m: 'male', n: 'non_binary' } as const;
const levels = { b: 'beginner', i: 'intermediate', a: 'advanced' } as const;

/** key, first name, last name, gender, level, skin, head, gyms; then what they say about themselves. */
function person(line: string, bio = '', role: Person['role'] = 'regular_user'): Person {
  const [key = '', firstName = '', lastName = '', gender = '', level = '', skin = '', head = '', gyms = ''] = line
    .split(',')
    .map((field) => field.trim());
  return {
    key,
    firstName,
    lastName,
    role,
    gender: genders[gender as keyof typeof genders] ?? null,
    level: levels[level as keyof typeof levels] ?? null,
    gyms: gyms === '' ? [] : (gyms.split(' ') as GymKey[]),
    skin: Number(skin),
    head,
    bio,
  };
}

export const operator = person('sam, Sam, Taylor, n, , 1, short4,', 'Keeps Spotter running.', 'super_admin');

export const ironHarbourPeople: Person[] = [
  person(
    'olga, Olga, Petrova, f, i, 0, medium2,',
    'Opened Iron Harbour in 2015 with eleven racks and a loan.',
    'org_admin',
  ),
  person(
    "finn, Finn, O'Sullivan, m, a, 0, short2, barangaroo",
    'Runs the floor at Barangaroo. Ask me about your squat.',
    'gym_admin',
  ),
  person(
    'ana, Ana, Costa, f, a, 2, longCurly, barangaroo fremantle',
    'Six days a week, mostly legs. Hosting since my second month because nobody else wanted 6 am.',
  ),
  person(
    'ben, Ben, Okafor, m, i, 4, flatTop, barangaroo',
    'Here for the company, staying for the deadlifts. Usually the one bringing coffee.',
  ),
  person('cleo, Cleo, Papadakis, f, i, 1, bangs, barangaroo', 'New to this side of the bridge. Evenings and weekends.'),
  person('dov, Dov, Rosenberg, m, a, 1, short5, barangaroo', 'Powerlifting, chess, strong opinions on chalk.'),
  person(
    'maya, Maya, Patel, f, i, 3, bun, barangaroo',
    'Physio by day. I will comment on your ankle mobility, kindly.',
  ),
  person(
    'liam, Liam, Walker, m, b, 0, short1, barangaroo',
    'Could not do a pull-up in March. Two now. Ten by Christmas.',
  ),
  person('aisha, Aisha, Rahman, f, i, 2, hijab, barangaroo', "Women's strength hour regular. Bring a friend."),
  person('hiroshi, Hiroshi, Tanaka, m, a, 1, short3, barangaroo', 'Climber. Fingers first, everything else later.'),
  person('priya, Priya, Nair, f, b, 3, mediumStraight, barangaroo'),
  person('mateo, Mateo, Alvarez, m, i, 2, pomp, barangaroo', 'Marathon in October, then pasta.'),
  person('chloe, Chloe, Martin, f, i, 0, longBangs, barangaroo'),
  person('tane, Tane, Ngata, m, a, 3, dreads1, barangaroo', 'Props forward, retired. Now I carry the sandbags.'),
  person('grace, Grace, Kim, f, b, 1, mediumBangs, barangaroo', 'Yoga on Sundays, spreadsheets the rest of the week.'),
  person('yusuf, Yusuf, Demir, m, i, 2, shaved2, barangaroo'),
  person('isla, Isla, McKenzie, f, a, 0, buns, barangaroo', 'Rowing squad, still up at five.'),
  person('kwame, Kwame, Mensah, m, i, 4, twists, barangaroo', 'Three-point shooter, two-point defender.'),
  person('sofia, Sofia, Rossi, f, b, 1, medium1, barangaroo'),
  person('jack, Jack, Thompson, m, i, 0, hatBeanie, barangaroo', 'Touch footy organiser. Yes, also in the rain.'),
  person('meilin, Mei Lin, Chen, f, i, 1, bangs2, barangaroo'),
  person('ravi, Ravi, Sharma, m, b, 3, short4, barangaroo', 'Doctor said move. Moving.'),
  person('zoe, Zoe, Anderson, f, a, 0, mohawk, barangaroo', 'Boxing coach on Thursdays.'),
  person('omar, Omar, Haddad, m, i, 2, short2, barangaroo'),
  person('leilani, Leilani, Tuala, f, i, 3, longAfro, barangaroo'),
  person('dmitri, Dmitri, Volkov, m, a, 0, noHair1, barangaroo', 'Kettlebells only.'),
  person('amara, Amara, Diallo, f, i, 4, bantuKnots, barangaroo', 'Sprinter learning patience.'),
  person('harriet, Harriet, Bell, f, b, 0, grayBun, barangaroo', 'Seventy-one. I started at sixty-nine.'),
  person('minh, Minh, Tran, m, i, 1, short5, barangaroo'),
  person('gurpreet, Gurpreet, Singh, m, a, 2, turban, barangaroo', 'Bench press before sunrise.'),
  person('layla, ليلى, منصور, f, i, 2, hijab, barangaroo', 'أحب الجري في الصباح الباكر.'),
  person(
    'marguerite, Marguerite-Louise, Featherstonehaugh-Okonkwo, f, b, 4, afro, barangaroo',
    'Call me Margo. Everyone does, the badge printer insists.',
  ),
  person('ingrid, Ingrid, Larsen, f, a, 0, long, fremantle', 'Ocean swimmer. Gym when the swell says no.'),
  person('noah, Noah, Williams, m, i, 1, medium3, fremantle', 'Surf, squat, sleep.'),
  person('ruby, Ruby, Jones, f, b, 0, mediumBangs2, fremantle'),
  person('jarrah, Jarrah, Simpson, m, a, 3, short1, fremantle', 'Coaches the Saturday crew at Freo.'),
  person('elena, Elena, Popescu, f, i, 0, bun2, fremantle'),
  person('theo, Theo, Laurent, m, i, 1, hatHip, fremantle', 'Bike commuter, coffee snob, reluctant stretcher.'),
  person('nia, Nia, Campbell, f, i, 4, cornrows, fremantle'),
  person('lucas, Lucas, Silva, m, b, 2, shaved1, fremantle', 'First gym of my life. Be gentle.'),
  person('bronte, Bronte, Kelly, f, a, 0, longCurly, fremantle'),
  person('fatima, Fatima, Al-Sayed, f, b, 2, hijab, fremantle'),
];

export const nightShiftPeople: Person[] = [
  person('nadia, Nadia, Hussain, f, a, 2, medium1,', 'Built a gym for people whose day starts at four.', 'org_admin'),
  person('eve, Eve, Lindqvist, f, i, 0, short3, shoreditch', 'A&E nurse. Trains after the late shift.'),
  person('callum, Callum, Reid, m, i, 0, short5, shoreditch', 'Bar manager, kettlebell apologist.'),
  person('aoife, Aoife, Byrne, f, a, 0, longBangs, shoreditch', 'Fight camp every other month.'),
  person('tomasz, Tomasz, Kowalski, m, a, 0, shaved3, shoreditch'),
  person('simone, Simone, Clarke, f, i, 4, twists2, shoreditch', 'Sound engineer. Headphones on means hello, later.'),
  person('jamal, Jamal, Edwards, m, b, 4, cornrows2, shoreditch'),
  person('hannah, Hannah, Weiss, f, b, 0, grayMedium, shoreditch', 'Night porter, day sleeper.'),
  person('arjun, Arjun, Mehta, m, i, 3, pomp, shoreditch'),
  person('poppy, Poppy, Hughes, f, i, 0, buns, shoreditch'),
  person('kofi, Kofi, Boateng, m, a, 4, flatTopLong, shoreditch', 'Drives the N55. Squats in between.'),
  person('rosa, Rosa, Marin, f, b, 2, mediumBangs3, shoreditch'),
  person('viktor, Viktor, Horvat, m, i, 0, noHair2, shoreditch'),
];
