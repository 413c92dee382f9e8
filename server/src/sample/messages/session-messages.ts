import { addMinutes, daysFrom, earlierOf, isFarAhead, type Member, type PlannedSession, type World } from '../world.ts';

const openers = [
  'Who is bringing chalk this time?',
  'I am in, first time at this hour though.',
  'Count me in. Might be five minutes behind, start without me.',
  'Is there parking on the street after six?',
  'Can someone save me the rack by the window?',
  'Knee is a bit grumpy, I will scale where I must.',
];

const byKind: Record<string, string[]> = {
  strength: [
    'Last week was 3 x 5 at 80. Going for 82.5.',
    'I will bring the belt, happy to share.',
    'Who spots whom? I can do the first round.',
    'Warm up together at ten to?',
  ],
  cardio: [
    'Pace as last week, or a little quicker?',
    'I will sit at the back and pretend it is a plan.',
    'Forecast says wind from the south, so the way back is free.',
    'Bring water, the fountain is still broken.',
  ],
  classes: [
    'Are we doing partners again? I liked that.',
    'Please no burpees. Asking for a friend.',
    'I have spare wraps if anybody needs them.',
    'Playlist requests here, before I choose.',
  ],
  flexibility: [
    'Bringing my own mat, the green one is not as bad as it looks.',
    'My hamstrings filed a complaint, see you there.',
    'Can we do the hip thing again?',
  ],
  sports: [
    'Two of my colleagues may come along and watch.',
    'Light shirts or dark shirts?',
    'I have the ball.',
    'Last time I was sore for three days. Worth it.',
  ],
};

const replies = [
  'Me!',
  'Perfect.',
  'Same here.',
  'Done.',
  'See you there 💪',
  'Ha, yes.',
  'On it.',
  'Good, I will be early.',
];
const after = ['That was a good one, thank you all.', 'Legs gone. Same again next week?', 'Great crowd today 🙌'];

/** The chats of the days around now, quick actions included. */
export function planSessionMessages(world: World): void {
  const from = daysFrom(world.now, -12);
  for (const session of world.sessions) {
    if (session.startsAt < from || isFarAhead(world, session.startsAt)) continue;
    if (session.cancelled || session.people.length < 3) continue;
    if (world.random.chance(0.75)) addMessages(world, session);
  }
}

function addMessages(world: World, session: PlannedSession): void {
  const { random, now } = world;
  const latest = earlierOf(session.startsAt, now);
  const [opener = session.host, ...others] = random.some(session.people, 4);
  const say = (sender: Member, content: string, at: Date) => addLine(world, session, sender, at, { content });

  let at = random.between(session.createdAt, addMinutes(latest, -90));
  say(opener, random.pick(openers), at);
  for (const sender of others) {
    at = addMinutes(at, random.int(1, 12));
    say(sender, random.pick(random.chance(0.5) ? replies : (byKind[session.kind] ?? replies)), at);
  }
  if (session.startsAt > now) return;
  const [late = opener, early = opener] = random.some(session.people, 2);
  addLine(world, session, late, addMinutes(session.startsAt, -14), {
    action: 'running_late',
    details: { minutes: 10 },
  });
  addLine(world, session, early, addMinutes(session.startsAt, -9), { action: 'arrived', details: {} });
  const ended = addMinutes(session.endsAt, 20);
  if (ended < now && random.chance(0.6)) say(random.pick(session.people), random.pick(after), ended);
}

type Line = { content: string } | { action: string; details: Record<string, number> };

function addLine(world: World, session: PlannedSession, sender: Member, at: Date, line: Line): string {
  const { session_messages: messages } = world.rows;
  const seq = session.lastSeq + 1;
  session.lastSeq = seq;
  const id = world.id(at);
  messages.push({
    organization_id: session.gym.organizationId,
    session_id: session.id,
    seq,
    id,
    sender_id: sender.id,
    kind: 'action' in line ? 'quick_action' : 'text',
    ...line,
    client_nonce: world.id(at),
    created_at: at,
  });
  return id;
}

/** An open report about an advertisement in a session's chat, for the admins to decide. */
export function planReport(world: World): void {
  const { now, rows } = world;
  const session = world.sessions.find(
    ({ startsAt, gym, people, lastSeq, cancelled }) =>
      gym.key === 'barangaroo' &&
      !cancelled &&
      startsAt > now &&
      people.length > 2 &&
      lastSeq > 0 &&
      !isFarAhead(world, startsAt),
  );
  if (!session) return;
  const last = rows.session_messages.findLast(({ session_id }) => session_id === session.id);
  const [sender, reporter] = session.people
    .filter(({ id }) => id !== session.host.id && id !== last?.sender_id)
    .reverse();
  if (!sender || !reporter || !last) return;
  const before = new Date(last.created_at ?? now);
  const at = earlierOf(addMinutes(before, 9), now);
  const text = 'Selling my protein powder, 20% off today only. Message me for the link!';
  const subject_id = addLine(world, session, sender, at, { content: text });
  rows.reports.push({
    organization_id: session.gym.organizationId,
    id: world.id(now),
    reporter_id: reporter.id,
    reported_user_id: sender.id,
    kind: 'session_message',
    subject_id,
    reason: 'spam',
    note: 'Third time this week. We just want to train.',
    snapshot: JSON.stringify({
      title: session.title,
      text,
      at: at.toISOString(),
      file_key: null,
      context: [{ sender_id: last.sender_id, text: last.content ?? '', at: before.toISOString() }],
    }),
    gym_ids: [session.gym.id],
    created_at: now,
  });
}
