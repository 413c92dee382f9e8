import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { fail, fieldError } from '#platform/errors.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import { plainValues, type Values } from '../changes/session-fields.service.ts';
import { nowRepeats } from '../repeat-rule.words.ts';
import type { SessionRow } from '../session-lock.repo.ts';
import { zoneOf } from '../session-refusals.service.ts';
import { sessionsCreated } from '../sessions.events.ts';
import { createSeries, planSeries } from './series-create.service.ts';
import { readRule, ruleText } from './series-rule.policy.ts';

const refuse = (message: string) => fail('series_rule_invalid', fieldError('repeat_rule', message));

/** One session of a series cannot change the rule; repeating the current rule is no change. */
export function refuseRuleOfOne(text: string | null, { rule, timezone }: { rule: string; timezone: string }, at: Date) {
  if (text === null || ruleText(readRule(text, at, timezone)) !== rule) throw refuseOfOne();
}

const refuseOfOne = () => refuse('To change how it repeats, choose "This and following" or "All upcoming"');

/** Turns a single session into the first of a series, with its host in every session. Returns the rule in words. */
export async function beginRepeating(
  tx: Db,
  { session, wanted, text, language }: { session: SessionRow; wanted: Values; text: string; language: string | null },
): Promise<string> {
  // Another request has made it a series in the meantime.
  if (session.series_id) throw refuseOfOne();
  const { timezone } = await zoneOf(tx, session.organization_id, wanted.gym_id);
  const plan = planSeries(text, wanted.startsAt, timezone);
  const day = wallTimeOf(wanted.startsAt, timezone).slice(0, 10);
  if (plan.startsLocal.slice(0, 10) !== day)
    throw refuse(`The session is on ${timeWordsFor(language).date(day)}, which isn't one of the days it repeats on`);
  const { organization_id, creator_id, id: sessionId } = session;
  const values = { ...plainValues(wanted), organization_id, creator_id };
  const made = await createSeries(tx, { values, plan, zone: timezone, minutes: wanted.minutes, sessionId });
  sessionsCreated(tx, values, made);
  return nowRepeats(ruleText(plan.rule));
}
