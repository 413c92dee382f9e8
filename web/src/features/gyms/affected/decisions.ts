import { momentOf, wallTimeOf } from '@spotter/contract/wall-clock.ts';
import type { Answer } from '#platform/api/client.ts';
import { dateFormat } from '#ui/date-format.ts';

export type Affected = Answer<'previewOperatingHours'>;
export type AffectedSession = Affected['results'][number];
export type Action = 'keep' | 'move' | 'cancel';
/** `day` and `time` are on the wall of the gym it moves to. */
type Choice = { action: Action; day: string; time: string };
export type Decisions = { choices: Record<string, Choice>; others: Action | null; reason: string };

export const noDecisions = (reason = ''): Decisions => ({ choices: {}, others: null, reason });

const wall = (moment: string, zone: string) => {
  const [day = '', time = ''] = wallTimeOf(Date.parse(moment), zone).split('T');
  return { day, time: time.slice(0, 5) };
};

const choose = (session: AffectedSession, action: Action): Choice => ({
  action,
  ...wall(session.moves_to ?? session.starts_at, session.new_timezone),
});

export const decideOne = (decisions: Decisions, session: AffectedSession, action: Action): Decisions => ({
  ...decisions,
  choices: { ...decisions.choices, [session.id]: choose(session, action) },
});

export const decideAll = (decisions: Decisions, { results }: Affected, others: Action): Decisions => ({
  ...decisions,
  others,
  choices: Object.fromEntries(results.map((session) => [session.id, choose(session, others)])),
});

export const cancelsAny = ({ choices, others }: Decisions) =>
  others === 'cancel' || Object.values(choices).some(({ action }) => action === 'cancel');

/** What is still missing, in words; null when the decisions can be sent. */
export function missingIn(decisions: Decisions, affected: Affected): string | null {
  const open = affected.results.filter(({ id }) => !decisions.choices[id]).length;
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

/** The decisions as the server takes them. */
export function decisionsToSend({ choices, others, reason }: Decisions, { version, results }: Affected) {
  return {
    version,
    others: others ?? ('keep' as const),
    reason: reason.trim(),
    choices: results.flatMap((session) => {
      const choice = choices[session.id];
      if (!choice) return [];
      const { action, day, time } = choice;
      const suggested = wall(session.moves_to ?? session.starts_at, session.new_timezone);
      const isSuggested = session.moves_to !== null && suggested.day === day && suggested.time === time;
      if (action !== 'move' || isSuggested) return [{ session_id: session.id, action }];
      const start_time = momentOf(`${day}T${time}`, session.new_timezone, 'later').toISOString();
      return [{ session_id: session.id, action, start_time }];
    }),
  };
}

const day = dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });
const clock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });

/** 'Tue 24 Nov, 6:00 pm' on the gym's wall. */
export function whenAt(moment: string, zone: string): string {
  const shown = new Date(`${wallTimeOf(Date.parse(moment), zone)}Z`);
  return `${day.format(shown)}, ${clock.format(shown)}`;
}
