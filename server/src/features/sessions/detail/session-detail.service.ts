import type { SessionDetail } from '@spotter/contract/sessions/sessions.ts';
import type { Read } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { JsonText } from '#platform/http/handlers.ts';
import { momentJson, timeJson } from '#platform/moments.ts';
import { nextOffer } from '../offers/offers.policy.ts';
import { repeatsInWords } from '../repeat-rule.words.ts';
import type { SessionReader } from '../sessions.read.ts';
import { type DetailRow, readDetail, type TimedRow } from './session-detail.repo.ts';

type Detail = Omit<SessionDetail, 'waitlist_reason' | 'next_offer_at'>;

/** One session as the reader sees it; null when they may not see it. */
export async function readSession(read: Read, reader: SessionReader, id: string): Promise<SessionDetail | null> {
  const row = await readDetail(read, reader, id);
  return row ? completed(row) : null;
}

/** The same as an answer: what PostgreSQL wrote is parsed only for a series, or for a reader who waits. */
export async function sessionAnswer(read: Read, reader: SessionReader, id: string): Promise<JsonText> {
  const row = await readDetail(read, reader, id);
  if (!row) throw fail('session_not_found');
  if (row.in_series || row.waits) return new JsonText(JSON.stringify(completed(row)));
  return new JsonText(detailText(row));
}

/** The session with its times, as if nobody waited for it. */
export function detailText({ detail, zone, now, ...row }: TimedRow): string {
  const start = timeJson(row.starts_at, row.local_starts_at, { zone, now });
  const end = timeJson(row.ends_at, row.local_ends_at, { zone, now });
  const created = momentJson(row.created_at, row.local_created_at);
  return `${detail.slice(0, -1)},"start_time":${start},"end_time":${end},"created_at":${created},"waitlist_reason":null,"next_offer_at":null}`;
}

function completed(row: DetailRow): SessionDetail {
  const detail: Detail = JSON.parse(detailText(row));
  const { series } = detail;
  return {
    ...detail,
    series: series && { ...series, in_words: repeatsInWords(series.rule) },
    ...waitingFor(detail, row),
  };
}

/** Why a member on the waitlist has no spot yet, and when the next offer is made. */
function waitingFor(detail: Detail, { free_spots, held_spots, now }: DetailRow) {
  const nothing = { waitlist_reason: null, next_offer_at: null };
  if (!detail.is_waitlisted) return nothing;
  if (detail.offer_expires_at) return { ...nothing, waitlist_reason: 'your_turn' as const };
  const { at } = nextOffer({ now, startsAt: new Date(detail.start_time.utc), zone: detail.gym.timezone });
  if (free_spots > 0 && at > now) return { waitlist_reason: 'quiet_hours' as const, next_offer_at: at.toISOString() };
  return { ...nothing, waitlist_reason: held_spots > 0 ? ('offered_to_others' as const) : ('full' as const) };
}
