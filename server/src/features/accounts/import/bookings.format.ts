import { Email } from '@spotter/contract/api/primitives.ts';
import { plainWord, type Row, readFlag } from './table.format.ts';

/** Someone who booked a session, by email or by name. */
export type Attendee = { person: string; row: number; attended: boolean | null };

/** `Costa, Ana` is Ana Costa, unless someone is called `Costa, Ana`. */
export const readingsOfName = (cell: string): string[] => {
  const [last = '', first = ''] = cell.split(/,\s*/);
  return first ? [cell, `${first} ${last}`] : [cell];
};

/** One name, or several hosts of whom the first counts. */
export const readingsOfHost = (cell: string): string[] => [
  ...new Set([...readingsOfName(cell), cell.split(/[,;&/]/)[0]!.trim()]),
];

const leftOut = /^(?:early )?cancel|^wait ?list|^removed$|^deleted$/;

/** Whether the member gave the spot back in time, or never had one. */
export const isLeftOut = (row: Row): boolean =>
  row.cell('attendee') !== '' && leftOut.test(plainWord(row.cell('attended')));

/** A column such as No Show says yes about those who were not there. */
const isReversed = (header: string | null) => /no.?show|late.?cancel|missed|absent/i.test(header ?? '');

function wasThere(row: Row): boolean | null {
  const said = readFlag(row.cell('attended'));
  if (said === undefined) return null;
  return isReversed(row.header('attended')) ? !said : said;
}

/** Null after an error was noted. */
export function attendeesOf(row: Row): Attendee[] | null {
  const cell = row.cell('attendee');
  if (cell === '' || isLeftOut(row)) return [];
  const person = cell.includes('@') ? row.read('attendee', Email) : cell;
  return person === null ? null : [{ person, row: row.number, attended: wasThere(row) }];
}
