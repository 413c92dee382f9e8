import { momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import type { Answer } from '#platform/api/client.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { clockOf, dateOf } from '#platform/wall-time.ts';

export type Affected = Answer<'previewOperatingHours'>;
export type AffectedSession = Affected['results'][number];
export type Action = 'keep' | 'move' | 'cancel';
/** `day` and `time` are on the wall of the gym it moves to. */
export type Choice = { action: Action; day: string; time: string };
export type Decisions = { choices: Record<string, Choice>; others: Action | null; reason: string };

export const noDecisions = (reason = ''): Decisions => ({ choices: {}, others: null, reason });

const wall = (moment: string, zone: string) => wallAt(Date.parse(moment), zone);

const choose = (session: AffectedSession, action: Action): Choice => ({
  action,
  ...wall(session.moves_to ?? session.starts_at, session.new_timezone),
});

/** The sessions to decide about at once: those of a series, or one alone. */
export type Group = readonly [AffectedSession, ...AffectedSession[]];

/** In the order of their first dates. */
export const groupsOf = ({ results }: Affected) =>
  [...Map.groupBy(results, ({ id, series_id }) => series_id ?? id).values()] as unknown as Group[];

/** Decides about all sessions of a group. */
export const decide = (decisions: Decisions, group: readonly AffectedSession[], action: Action): Decisions => ({
  ...decisions,
  choices: {
    ...decisions.choices,
    ...Object.fromEntries(group.map((session) => [session.id, choose(session, action)])),
  },
});

export const decideAll = (decisions: Decisions, { results }: Affected, others: Action): Decisions => ({
  ...decide(decisions, results, others),
  others,
});

export const cancelsAny = ({ choices, others }: Decisions) =>
  others === 'cancel' || Object.values(choices).some(({ action }) => action === 'cancel');

/** What is still missing, in words; null when the decisions can be sent. */
export function missingIn(decisions: Decisions, affected: Affected): string | null {
  const open = groupsOf(affected).filter(([{ id }]) => !decisions.choices[id]).length;
  if (open > 0) return open === 1 ? 'Decide about 1 more session' : `Decide about ${open} more sessions`;
  if (affected.count > affected.results.length && !decisions.others) return 'Decide about all sessions';
  const timeless = affected.results.find(({ id, new_timezone }) => {
    const choice = decisions.choices[id];
    return choice?.action === 'move' && !momentOf(`${choice.day}T${choice.time}`, new_timezone);
  });
  if (timeless) return `Choose a time for ${timeless.title}`;
  if (cancelsAny(decisions) && decisions.reason.trim() === '') return 'Tell the members why';
  return null;
}

/** The decisions as the server takes them: about a series as a whole, and about single sessions where they differ. */
export function decisionsToSend({ choices, others, reason }: Decisions, affected: Affected) {
  return {
    version: affected.version,
    others: others ?? ('keep' as const),
    reason: reason.trim(),
    series: groupsOf(affected).flatMap(([{ id, series_id }]) => {
      const action = choices[id]?.action;
      return series_id && action ? [{ series_id, action }] : [];
    }),
    choices: affected.results.flatMap((session) => {
      const choice = choices[session.id];
      if (!choice) return [];
      const { action, day, time } = choice;
      const suggested = wall(session.moves_to ?? session.starts_at, session.new_timezone);
      const isSuggested = session.moves_to !== null && suggested.day === day && suggested.time === time;
      if (action !== 'move' || isSuggested) return session.series_id ? [] : [{ session_id: session.id, action }];
      const start_time = momentOf(`${day}T${time}`, session.new_timezone, 'later').toISOString();
      return [{ session_id: session.id, action, start_time }];
    }),
  };
}

/** The server's words about single sessions of refused decisions, by their id. */
export const errorsBySession = (error: unknown): Record<string, string> =>
  Object.fromEntries(serverFieldErrors(error, (field) => field.replace(/^sessions\./, '')));

/** 'Tue 24 Nov, 6:00 pm' on the gym's wall. */
export function whenAt(moment: string, zone: string): string {
  const { day, time } = wall(moment, zone);
  return `${dateOf(day)}, ${clockOf(time)}`;
}

const DATES = 3;
const listed = (texts: readonly string[]) =>
  texts.length > DATES + 1 ? `${texts.slice(0, DATES).join(', ')} and ${texts.length - DATES} more` : texts.join(', ');

/** 'Mon 24 Nov, Mon 1 Dec, Mon 8 Dec and 3 more · 6:00 pm'; the times stand with the days if they differ. */
export function datesOf(group: Group): string {
  const shown = group.map(({ starts_at, timezone }) => wall(starts_at, timezone));
  const times = new Set(shown.map(({ time }) => clockOf(time)));
  if (group.length === 1 || times.size > 1)
    return listed(group.map(({ starts_at, timezone }) => whenAt(starts_at, timezone)));
  return `${listed(shown.map(({ day }) => dateOf(day)))} · ${[...times][0]}`;
}

/** 'Mon 24 Nov → Tue 25 Nov, 6:00 pm'; null while the new time is incomplete. */
export function moveInWords({ starts_at, timezone }: AffectedSession, { day, time }: Choice): string | null {
  if (!day || !time) return null;
  return `${dateOf(wall(starts_at, timezone).day)} → ${dateOf(day)}, ${clockOf(time)}`;
}
