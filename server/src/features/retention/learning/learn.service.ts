import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { type Calibration, calibrate, momentsOf, type OwnExample, weeksOf } from '../model/calibration.policy.ts';
import { chooseLeastSlipping, nightsBefore, type PastNight } from '../model/least-risk.policy.ts';
import { countMembers, readExamples, readKnownShare } from '../risk-facts.repo.ts';
import { allowLongRun, findFirstSession } from './learning.repo.ts';

export type Learned = { found: Calibration; leastSlipping: number | null };
type Night = { organizationId: string; now: Date };

/** So many members teach as much as more would, and keep what is held in memory bounded. The same ones at all moments. */
const MOST_MEMBERS = 3_000;
const DAY = 24 * 3_600_000;

/** What a history teaches that is too young to look at any moment of it, without reading its members; undefined if it is older. */
export async function learnFromTooYoung(db: Db, { organizationId, now }: Night): Promise<Learned | undefined> {
  if (momentsOf(await findFirstSession(db, organizationId), now).length > 0) return undefined;
  return { found: calibrate({ weeks: 0, known: 0 }, []), leastSlipping: null };
}

/** Learns from an organization's own past. Each moment is a transaction of its own, so none stays open in between. */
export async function learn(db: Db, { organizationId, now }: Night): Promise<Learned> {
  const patiently = <T>(work: (tx: Db) => Promise<T>) =>
    inTransaction(db, async (tx) => {
      await allowLongRun(tx);
      return work(tx);
    });
  const moments = momentsOf(await findFirstSession(db, organizationId), now);
  const perMille = Math.ceil(Math.min(1, MOST_MEMBERS / (await countMembers(db, organizationId))) * 1000);
  const examplesAt = (at: Date) => patiently((tx) => readExamples(tx, { organizationId, now: at, perMille }));
  const examples: OwnExample[] = [];
  for (const at of moments) for (const example of await examplesAt(at)) examples.push(example);
  const known = await patiently((tx) => readKnownShare(tx, { organizationId, now }));
  const found = calibrate({ weeks: weeksOf(moments), known }, examples);
  if (!found.weights) return { found, leastSlipping: null };
  const nights: PastNight[] = [];
  for (const at of nightsBefore(now)) nights.push({ day: at.getTime() / DAY, members: await examplesAt(at) });
  return { found, leastSlipping: chooseLeastSlipping(nights, found.weights) };
}
