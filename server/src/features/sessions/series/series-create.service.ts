import type { Db } from '#platform/db/connect.ts';
import { momentOf, wallTimeOf } from '#platform/db/zones.ts';
import { newId } from '#platform/ids.ts';
import type { SessionValues } from '../sessions.write.ts';
import { lockSeries } from './series.read.ts';
import { insertSeries, setSeriesOf } from './series.write.ts';
import { type Made, makeOccurrences } from './series-make.service.ts';
import { firstDayOf, type Rule, readRule, ruleText } from './series-rule.policy.ts';

export type SeriesPlan = { rule: Rule; startsLocal: string; startsAt: Date };

/** The rule, and the first start: the first day the rule gives on or after the chosen one. */
export function planSeries(text: string, chosen: Date, zone: string): SeriesPlan {
  const rule = readRule(text, chosen, zone);
  const wall = wallTimeOf(chosen, zone);
  const day = firstDayOf(rule, wall.slice(0, 10));
  const startsLocal = `${day}${wall.slice(10)}`;
  return { rule, startsLocal, startsAt: startsLocal === wall ? chosen : momentOf(startsLocal, zone, 'later') };
}

type NewSeries = {
  values: SessionValues;
  plan: SeriesPlan;
  zone: string;
  minutes: number;
  /** An existing session that becomes the first. */
  sessionId?: string;
};

/** Creates a series, its host's membership, and its sessions as far ahead as they exist, soonest first. */
export async function createSeries(tx: Db, { values, plan, zone, minutes, sessionId }: NewSeries): Promise<Made[]> {
  const id = newId();
  const { organization_id } = values;
  await insertSeries(tx, {
    ...values,
    id,
    rrule: ruleText(plan.rule),
    timezone: zone,
    starts_local: plan.startsLocal,
    duration_minutes: minutes,
  });
  const occurrence_on = plan.startsLocal.slice(0, 10);
  if (sessionId) await setSeriesOf(tx, { organization_id, id: sessionId }, { series_id: id, occurrence_on });
  const series = await lockSeries(tx, organization_id, id);
  return makeOccurrences(tx, series!);
}
