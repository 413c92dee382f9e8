import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { SessionInput } from '@spotter/contract/sessions/sessions.ts';
import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import type { Invitation, TrainingTimes } from '@spotter/contract/train-together.ts';
import { addDays, timeOf, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { lockConversation, openDirectIn, sendOnce } from '#features/conversations/index.ts';
import { suggestionsActedOn } from '#features/friends/index.ts';
import { areOpen } from '#features/gyms/index.ts';
import { createSessionIn, readerOf, refuseTimes, sessionAnswer, zoneOf } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { learnZones, momentOf, wallTimeOf } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { JsonText, type MemberCtx } from '#platform/http/handlers.ts';
import type { Member } from '#platform/logins/callers.ts';
import { findSentCard } from './sent-card.service.ts';
import { chooseTimes, type Slot } from './training-times.policy.ts';
import { type Company, type MeetingPlace, readCompany, readHabits, readPlace } from './training-times.read.ts';

const DAYS_AHEAD = 7;
const GRID = 30;
/** Enough to get there. */
const NOTICE = 60 * 60_000;

/** The others of a company; refuses a member or a conversation unknown to the caller. */
async function othersIn(tx: Db, caller: Member, company: Company) {
  if ('userId' in company && company.userId === caller.userId) throw fail('not_yourself');
  const others = await readCompany(readsOf(tx), caller, company);
  if (!others) throw fail('userId' in company ? 'user_not_found' : 'conversation_not_found');
  return others;
}

export async function listTimes({ db, read, caller, now }: MemberCtx, company: Company): Promise<TrainingTimes> {
  const minutes = sessionLimits.minutes.usual;
  const { ids: others, requestWaits } = await othersIn(db, caller, company);
  const place = await readPlace(read, { ...caller, gymId: caller.currentGymId }, others);
  const habits = await readHabits(read, caller, [caller.userId, ...(place?.userIds ?? others)]);
  const mine = habits.find(({ id }) => id === caller.userId)!;
  const theirs = habits.filter(({ id }) => id !== caller.userId);
  const answer = {
    request_waits: requestWaits,
    workout_type: workoutFor(mine, theirs),
    duration_minutes: minutes,
  };
  if (!place) return { ...answer, gym: null, people: 0, times: [] };
  const slots = await openSlots(db, caller, place, now, minutes);
  return {
    ...answer,
    gym: { id: place.id, name: place.name, timezone: place.timezone },
    people: place.userIds.length,
    times: chooseTimes(slots, mine, theirs, minutes).map(({ moment, basis, canCome }) => ({
      start_time: new Date(moment).toISOString(),
      basis,
      can_come: canCome,
    })),
  };
}

/** Every half hour of the coming week at which a gym is open for the whole session; times the clocks skip are left out. */
async function openSlots(db: Db, caller: Member, gym: MeetingPlace, now: Date, minutes: number): Promise<Slot[]> {
  await learnZones(db, [gym.timezone]);
  const today = wallTimeOf(now, gym.timezone).slice(0, 10);
  const slots: Slot[] = [];
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    for (let minute = 0; minute < 24 * 60; minute += GRID) {
      const moment = momentOf(`${day}T${timeOf(minute)}`, gym.timezone)?.getTime();
      if (moment && moment >= now.getTime() + NOTICE) slots.push({ moment, day, weekday: weekdayOf(day), minute });
    }
  }
  const starts = slots.map(({ moment }) => new Date(moment));
  const open = await areOpen(db, { organizationId: caller.organizationId, gymId: gym.id, minutes, starts });
  return slots.filter((_, index) => open[index]);
}

type Taste = { types: readonly string[]; likes: readonly string[] };
type Workout = TrainingTimes['workout_type'];

/** What they all train most, then what they like, then what the reader does; strength if nothing is known. */
function workoutFor(reader: Taste, others: readonly Taste[]): Workout {
  const count = ({ types, likes }: Taste, kind: Workout) =>
    types.filter((type) => type === kind).length + (likes.includes(kind) ? 0.5 : 0);
  const points = (kind: Workout) => {
    const shared = others.map((other) => Math.min(count(reader, kind), count(other, kind)));
    return shared.reduce((sum, one) => sum + one, 0) * 1000 + count(reader, kind) * 10 + (kind === 'strength' ? 1 : 0);
  };
  return [...workoutKinds].sort((one, other) => points(other) - points(one))[0]!;
}

/** The other times a member may choose from, which follow the rules of the first. */
async function openTimes(
  tx: Db,
  { organizationId }: Member,
  { other_times, start_time, gym_id: gymId, duration_minutes: minutes }: Invitation,
) {
  const starts = other_times.filter((time) => time !== start_time).map((time) => new Date(time));
  if (starts.length === 0) return [];
  const { now } = await zoneOf(tx, organizationId, gymId);
  await refuseTimes(tx, { organizationId, gymId, minutes, starts, now, field: 'other_times' });
  return starts.map((start) => start.toISOString());
}

/** Creates the session, invites, and posts its card, in one transaction. The card's nonce makes a retry find the first one. */
export async function trainTogether(ctx: MemberCtx, company: Company, body: Invitation) {
  const { caller } = ctx;
  const { organizationId, userId } = caller;
  return ctx.tx(
    async (tx) => {
      const conversationId =
        'userId' in company ? await openDirectIn(tx, caller, company.userId) : company.conversationId;
      // A retry waits for this lock, and then finds the card.
      if (!(await lockConversation(tx, caller, conversationId))) throw fail('conversation_not_found');
      const sent = await findSentCard(tx, caller, conversationId, body.client_nonce);
      if (sent) return { conversationId, sessionId: sent };
      const { ids: others } = await othersIn(tx, caller, company);
      const gymIds = caller.gymIds.filter((id) => id === body.gym_id);
      const place = await readPlace(readsOf(tx), { organizationId, userId, gymIds, gymId: null }, others);
      if (!place) throw fail('gym_not_found', fieldError('gym_id', "The people you're inviting can't use this gym."));
      const { client_nonce, let_others_join: isOpen, message, other_times, max_participants, ...wanted } = body;
      const everyone = place.userIds.length + 1;
      const spots = isOpen ? Math.max(sessionLimits.spots.usual, everyone) : everyone;
      const otherTimes = 'userId' in company ? await openTimes(tx, caller, body) : [];
      const { sessionId } = await createSessionIn(tx, caller, {
        ...SessionInput.parse(wanted),
        invited_user_ids: place.userIds,
        invite_only: !isOpen,
        max_participants: max_participants ?? spots,
        other_times: otherTimes,
      });
      await sendOnce(tx, ctx, conversationId, {
        kind: 'session',
        content: message,
        parts: { session_id: sessionId },
        client_nonce,
        isTold: true,
      });
      suggestionsActedOn(tx, { organizationId, userId, otherIds: place.userIds });
      return { conversationId, sessionId };
    },
    async (tx, { conversationId, sessionId }) => {
      const { text } = await sessionAnswer(readsOf(tx), readerOf(ctx), sessionId);
      return new JsonText(`{"conversation_id":"${conversationId}","session":${text}}`);
    },
  );
}
