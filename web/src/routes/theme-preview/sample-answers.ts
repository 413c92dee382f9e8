import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import type { Person, User } from '@spotter/contract/users/users.ts';
import { addDays, dayAt, momentOf, timeOf, wallTimeOf } from '@spotter/contract/wall-clock.ts';
import { asDetail } from '#features/sessions/cache/session.cache.ts';
import type { SessionItem } from '#features/sessions/session.ts';
import type { Answer } from '#platform/api/client.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ORGANIZATION = 'sample-organization';

const names = [
  ['Ana', 'Costa', '#7c3aed'],
  ['Ben', 'Okafor', '#0d9488'],
  ['Cleo', 'Martin', '#d98a04'],
  ['Mateo', 'Silva', '#4f46e5'],
  ['Priya', 'Nair', '#16a34a'],
  ['Tom', 'Larsen', '#f2603f'],
  ['Wren', 'Hughes', '#7c3aed'],
] as const;

const people = names.map(
  ([first_name, last_name, avatar_color]): Person => ({
    id: first_name.toLowerCase(),
    first_name,
    last_name,
    avatar_url: null,
    avatar_color,
    fitness_level: 'intermediate',
  }),
);
const [ana, ben, cleo, mateo, priya, tom, wren] = people as [Person, Person, Person, Person, Person, Person, Person];

export const sampleGym: Gym = {
  id: 'sample-gym',
  name: 'Main Street',
  branding: {},
  organization_id: ORGANIZATION,
  timezone: zone,
  address: '1 Main Street',
};

export const sampleOrganization = (name: string) => ({
  id: ORGANIZATION,
  name,
  is_active: true,
  white_label_enabled: true,
});

export const sampleUser: User = {
  ...ana,
  role: 'regular_user',
  email: 'ana@sample.example',
  email_verified: true,
  onboarding_completed: true,
  default_gym: sampleGym,
  current_gym: sampleGym,
  accessible_gyms: [sampleGym],
  managed_gym_ids: [],
  can_switch_gyms: false,
  organization: sampleOrganization(''),
  google_id: null,
  apple_id: null,
  has_password: true,
  is_demo_user: false,
  demo_persona: null,
  demo_expires_at: null,
  must_change_password: false,
  timezone: zone,
  gender: null,
  bio: '',
  phone: null,
  goals: [],
  favourite_workouts: [],
  preferred_times: [],
  level_and_goals_shown_to: 'everyone',
  usual_times_shown_to: 'everyone',
  sessions_shown_to: 'everyone',
  shows_online: true,
  shows_typing: true,
  created_at: '2026-01-01T00:00:00Z',
};

const instant = (at: number) => new Date(at).toISOString();
const sessionTime = (at: number) => ({
  utc: instant(at),
  local: wallTimeOf(at, zone),
  timezone: zone,
  relative: '',
});

type Plan = [day: number, hour: number, type: SessionItem['workout_type'], title: string, host: Person, taken: number];

const nextHour = () => Math.ceil((Date.now() + 3_600_000) / 3_600_000) * 3_600_000;

function sessionOf([day, hour, workout_type, title, creator, taken]: Plan, index: number): SessionItem {
  const today = dayAt(Date.now(), zone);
  const start =
    index === 0 ? nextHour() : momentOf(`${addDays(today, day)}T${timeOf(hour * 60)}`, zone, 'later').getTime();
  const isMine = index === 0;
  const others = people.filter(({ id }) => id !== creator.id);
  return {
    id: `session-${index}`,
    workout_type,
    session_type: null,
    title,
    description: 'Warm up together, then everyone at their own weight. Bring water and a towel.',
    start_time: sessionTime(start),
    end_time: sessionTime(start + 3_600_000),
    duration_minutes: 60,
    creator,
    max_participants: 10,
    current_participants: taken,
    available_spots: 10 - taken,
    fitness_level_min: 'beginner',
    fitness_level_max: 'advanced',
    gender_preference: 'any',
    guests_per_member: 0,
    invite_only: false,
    status: 'active',
    participants: [creator, ...others].slice(0, Math.min(taken, 5)),
    gym: { id: sampleGym.id, name: sampleGym.name, timezone: zone },
    can_join: !isMine && taken < 10,
    can_edit: false,
    can_cancel: false,
    cannot_join_reason: null,
    can_wait: false,
    is_participant: isMine,
    attended: null,
    is_waitlisted: false,
    waitlist_count: 0,
    series_id: null,
    created_at: sessionTime(start - 86_400_000),
    share_token: null,
    referrer_code: null,
  };
}

const weekdays = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6];
const plans: Plan[] = [
  [0, 0, 'strength', 'Leg day', ben, 7],
  ...weekdays.flatMap((day): Plan[] => [
    [day, 7, 'cardio', 'Morning run', tom, 4],
    [day, 9, 'classes', 'Circuit class', priya, 8],
    [day, 12, 'flexibility', 'Lunch stretch', wren, 3],
    [day, 17.5, 'strength', 'Push and pull', mateo, 6],
    [day, 19, 'sports', 'Open court', cleo, 5],
  ]),
];

function sessionsIn(query: URLSearchParams) {
  const all = plans.map(sessionOf);
  const from = Date.parse(query.get('from') ?? '') || Date.now();
  const to = Date.parse(query.get('to') ?? '') || Number.POSITIVE_INFINITY;
  const results = all
    .filter(({ start_time }) => Date.parse(start_time.utc) >= from && Date.parse(start_time.utc) < to)
    .filter((session) => !query.has('mine') || session.is_participant)
    .filter((session) => !query.has('joinable') || session.can_join)
    .filter(() => !query.has('waiting') && !query.has('invited'))
    .sort((one, other) => one.start_time.utc.localeCompare(other.start_time.utc));
  return page(results);
}

const page = <T>(results: T[]) => ({ count: results.length, next: null, previous: null, results });

const said: [Person, string][] = [
  [ben, 'Leg day on Thursday?'],
  [ana, 'In. What time?'],
  [ben, 'Half past six, the racks are free then'],
  [cleo, 'Count me in, I bring the chalk'],
  [ana, 'Perfect, see you there 💪'],
];
const minutesAgo = (minutes: number) => instant(Date.now() - minutes * 60_000);

const message = ([sender, content]: [Person, string], index: number) => ({
  id: `message-${index}`,
  seq: index + 1,
  client_nonce: null,
  sender,
  content,
  is_hidden: false,
  created_at: minutesAgo(30 - index * 4),
  edited_at: null,
  deleted_at: null,
});

type Conversation = Answer<'listConversations'>['results'][number];
type ChatMessage = NonNullable<Conversation['last_message']>;

const chatMessages = said.map(
  (line, index): ChatMessage => ({
    ...message(line, index),
    conversation_id: 'sample-chat',
    kind: 'text',
    session: null,
    notice: null,
    photo: null,
    poll: null,
    reply_to: null,
    reactions: index === 3 ? [{ emoji: '🔥', count: 2, is_mine: true }] : [],
  }),
);

const participant = (person: Person): Conversation['participants'][number] => ({
  ...person,
  is_admin: false,
  last_read_seq: said.length,
  joined_seq: 0,
  delivered_seq: said.length,
});

const conversation = (id: string, name: string | null, members: Person[], last: ChatMessage): Conversation => ({
  id,
  type: name ? 'group' : 'direct',
  name,
  picture_url: null,
  participants: [ana, ...members].map(participant),
  last_message: last,
  request: null,
  last_seq: said.length,
  unread_count: name ? 0 : 2,
  is_archived: false,
  is_muted: false,
  muted_until: null,
  has_pins: false,
  can_manage: false,
  created_at: minutesAgo(9000),
  updated_at: last.created_at,
});

const conversations = () => [
  conversation('sample-chat', 'Leg day crew', [ben, cleo], chatMessages.at(-1)!),
  conversation('sample-chat-2', null, [priya], {
    ...chatMessages[0]!,
    sender: priya,
    content: 'Circuit class at nine?',
  }),
  conversation('sample-chat-3', null, [tom], { ...chatMessages[0]!, sender: tom, content: 'Great run this morning!' }),
];

const reasons = [
  [mateo, 'You both lift in the evening and train at the same level'],
  [priya, 'You both love circuit classes'],
  [wren, 'You have 2 friends in common'],
] as const;

const openEveryDay = Array.from({ length: 7 }, (_, weekday) => ({
  id: `hours-${weekday}`,
  gym_id: sampleGym.id,
  weekday,
  opens: '06:00',
  closes: '22:00',
}));

const none = () => page([]);

/** What the server would answer to a member of a busy gym. The first path that matches counts. */
const answers: [path: RegExp, answer: (query: URLSearchParams) => unknown][] = [
  [/^\/sessions\/$/, sessionsIn],
  [/^\/sessions\/finishes\/$/, none],
  [/^\/sessions\/[^/]+\/messages\/$/, () => page(sessionMessages().toReversed())],
  [/^\/sessions\/[^/]+\/$/, () => ({ ...asDetail(sessionOf(plans[0]!, 0)), can_propose: true })],
  [
    /^\/conversations\/$/,
    (query) => page(query.has('archived') && query.get('archived') === 'true' ? [] : conversations()),
  ],
  [/^\/conversations\/unread\/$/, () => ({ conversation_ids: ['sample-chat-2', 'sample-chat-3'] })],
  [/^\/conversations\/[^/]+\/messages\/$/, () => page(chatMessages.toReversed())],
  [/^\/conversations\/[^/]+\/(read\/)?$/, () => conversations()[0]],
  [/^\/notifications\/unread-count\/$/, () => ({ unread_count: 3 })],
  [/^\/friends\/suggestions\/$/, () => page(reasons.map(([person, reason]) => suggestion(person, reason)))],
  [/^\/users\/me\/user-preferences\/$/, () => ({ onboarding: toured })],
  [/^\/organizations\/[^/]+\/operating-hours\/$/, () => ({ results: openEveryDay })],
  [/\/$/, none],
];

const sessionMessages = () =>
  said.map((line, index) => ({
    ...message(line, index),
    session_id: 'session-0',
    kind: 'text',
    action: null,
    details: null,
  }));

const suggestion = (person: Person, reason: string): Answer<'listFriendSuggestions'>['results'][number] => ({
  person,
  reason,
  reasons: ['hours'],
  friends_in_common: 2,
  is_new: false,
});

const toured: NonNullable<Answer<'getUserPreferences'>['onboarding']> = {
  version: 1,
  tourStatus: 'completed',
  tourStep: 0,
  profileCompleted: true,
  requiredProfileCompleted: true,
  tipsShown: {},
  lastTipShownAt: null,
  actionsSinceLastTip: 0,
  device: 'desktop',
  pausedAt: null,
};

/** Stands in for the network in the frame: nothing the preview does reaches the server. */
export async function sampleFetch(input: RequestInfo | URL): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), window.location.origin);
  const path = pathname.replace('/api/v1', '');
  const [, answer = none] = answers.find(([known]) => known.test(path)) ?? [];
  return Response.json(answer(searchParams));
}
