import type { Read } from '#platform/db/reads.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import * as repo from './calendar-feed.repo.ts';
import { type CalendarEvent, calendarText } from './calendar-text.format.ts';

/** One session as a file; null when the reader may not see it. */
export async function sessionFile(read: Read, reader: repo.Reader, id: string, site: string) {
  const event = await repo.findEvent(read, reader, id);
  if (!event) return null;
  return { text: await calendarText([event], { site }), day: wallTimeOf(event.startsAt, event.zone).slice(0, 10) };
}

/**
 * The sessions behind a calendar address, from 30 days ago on. Cancelled sessions stay in it as cancelled, so that
 * phones strike them. Null: the address never existed; `revoked`: it did.
 */
export async function readFeed(read: Read, tokenHash: Buffer, site: string) {
  const rows = await repo.readFeed(read, tokenHash);
  const [feed] = rows;
  if (!feed) return null;
  const events = rows.filter((row): row is typeof row & CalendarEvent => row.id !== null);
  return {
    revoked: feed.revoked,
    readAt: feed.readAt,
    text: await calendarText(events, { site, name: `${feed.name} sessions` }),
  };
}
