import { line, paragraph } from '@spotter/contract/api/primitives.ts';
import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { newId } from '#platform/ids.ts';
import { type Attendee, attendeesOf } from './bookings.format.ts';
import { readDay, readOffset, readTime } from './dates.format.ts';
import type { PlannedSession } from './sessions.repo.ts';
import type { Row, Table } from './table.format.ts';

/** A session as its row says, with the host as the file names them. */
export type NewSession = PlannedSession & { row: number; attendees: Attendee[] };

const Title = line({ max: sessionLimits.title, required: 'A session needs a name' });
const Description = paragraph({ max: sessionLimits.description });

const minutesBetween = (from: string, to: string) => {
  const of = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  // A session may end after midnight.
  return (of(to) - of(from) + 1440) % 1440;
};

function lengthOf(row: Row, start: string): number | null {
  const [end, minutes] = [row.cell('end_time'), row.cell('minutes')];
  const until = readTime(end);
  if (end !== '' && !until) return row.fail('end_time', `${end.slice(0, 40)} is not a time`);
  const length = until
    ? minutesBetween(start, until)
    : minutes === ''
      ? sessionLimits.minutes.usual
      : Number.parseInt(minutes, 10);
  const { least, most } = sessionLimits.minutes;
  if (length >= least && length <= most) return length;
  return row.fail(until ? 'end_time' : 'minutes', `A session is ${least} minutes to ${most / 60} hours long`);
}

function spotsOf(row: Row): number | null {
  const cell = row.cell('spots');
  if (cell === '') return sessionLimits.spots.usual;
  const spots = Number(cell);
  const { least, most } = sessionLimits.spots;
  return Number.isInteger(spots) && spots >= least && spots <= most
    ? spots
    : row.fail('spots', `Must be ${least} to ${most}`);
}

/** Null after its errors were noted. */
export function sessionOf(row: Row, { dateOrder }: Table): NewSession | null {
  const title = row.read('title', Title);
  const day = readDay(row.cell('date'), dateOrder) ?? row.fail('date', 'This is not a date');
  const timeField = row.cell('start_time') === '' ? 'date' : 'start_time';
  const time = readTime(row.cell(timeField)) ?? row.fail(timeField, 'There is no start time');
  const gym = row.gym() ?? (row.cell('location') === '' ? row.fail('location', 'Choose a location') : null);
  const minutes = time && lengthOf(row, time);
  const spots = spotsOf(row);
  const attendees = attendeesOf(row);
  const description = row.read('description', Description) ?? '';
  if (!title || !day || !time || !gym || !minutes || !spots || !attendees) return null;
  const base = { row: row.number, id: newId(), gym_id: gym.id, title, description, minutes, spots, attendees };
  return { ...base, starts: `${day}T${time}${readOffset(row.cell(timeField))}`, host: row.cell('host') };
}
