import {
  type ImportKind,
  type ImportSource,
  importFields,
  type MemberField,
  type SessionField,
} from '@spotter/contract/users/import-fields.ts';

export type DateOrder = 'dmy' | 'mdy';

/** A header without case, spaces and signs: `E-Mail` and `email` are the same. */
const plain = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Headers by field, the best first. docs/moving.md says which program uses which. */
const memberHeaders: Record<MemberField, string[]> = {
  email: ['email', 'emailaddress', 'mail', 'clientemail', 'customeremail', 'memberemail', 'username'],
  first_name: ['firstname', 'givenname', 'forename', 'first', 'vorname', 'clientfirstname', 'customerfirstname'],
  last_name: ['lastname', 'surname', 'familyname', 'last', 'nachname', 'clientlastname', 'customerlastname'],
  full_name: ['fullname', 'name', 'client', 'customer', 'member', 'clientname', 'customername', 'membername'],
  phone: [
    'mobilephone',
    'mobile',
    'phone',
    'phonenumber',
    'mobilenumber',
    'cellphone',
    'telephone',
    'homephone',
    'workphone',
  ],
  location: ['defaultlocation', 'homelocation', 'location', 'locationname', 'gym', 'club', 'venue', 'site', 'studio'],
  joined_on: [
    'joinedon',
    'joined',
    'joindate',
    'membersince',
    'creationdate',
    'datecreated',
    'created',
    'createdat',
    'dateadded',
    'clientsince',
    'startdate',
  ],
  status: ['clientstatus', 'customerstatus', 'status', 'memberstatus', 'active', 'isactive'],
};

const sessionHeaders: Record<SessionField, string[]> = {
  title: [
    'title',
    'classname',
    'class',
    'session',
    'sessionname',
    'eventname',
    'classdescription',
    'name',
    'offering',
    'offeringtype',
  ],
  date: ['date', 'classdate', 'startdatetime', 'startsat', 'start', 'sessiondate', 'eventdate', 'startdate'],
  start_time: ['starttime', 'time', 'classtime', 'from', 'begin'],
  end_time: ['endtime', 'enddatetime', 'endsat', 'end', 'until', 'to'],
  minutes: ['duration', 'minutes', 'length', 'durationminutes', 'durationmin'],
  location: ['location', 'locationname', 'venue', 'gym', 'studio', 'site'],
  host: [
    'instructor',
    'instructors',
    'coach',
    'staff',
    'staffname',
    'teacher',
    'trainer',
    'host',
    'instructoremail',
    'coachemail',
  ],
  spots: ['maxcapacity', 'maxoccupancy', 'classlimit', 'capacity', 'spots', 'limit', 'maxparticipants', 'places'],
  description: ['description', 'notes', 'classnotes'],
  attendee: [
    'clientemail',
    'customeremail',
    'memberemail',
    'attendeeemail',
    'email',
    'emailaddress',
    'attendee',
    'client',
    'clientname',
    'customer',
    'customername',
    'member',
    'membername',
  ],
  attended: [
    'attended',
    'signedin',
    'checkedin',
    'reservationstatus',
    'attendancestatus',
    'bookingstatus',
    'status',
    'noshow',
  ],
  cancelled: ['iscanceled', 'iscancelled', 'canceled', 'cancelled', 'classcanceled', 'classcancelled'],
};

const headersOf = { members: memberHeaders, sessions: sessionHeaders };

/** Headers that only one program uses. */
const marks: Record<Exclude<ImportSource, 'other'>, string[]> = {
  wodify: [
    'clientstatus',
    'defaultprogram',
    'defaultlocation',
    'isdependent',
    'classlimit',
    'reservationstatus',
    'coach',
  ],
  mindbody: [
    'homelocation',
    'clientid',
    'creationdate',
    'mobilephone',
    'maxcapacity',
    'startdatetime',
    'staff',
    'barcodeid',
    'isprospect',
  ],
  teamup: [
    'customerstatus',
    'customerid',
    'maxoccupancy',
    'startsat',
    'venue',
    'offeringtype',
    'customeremail',
    'dateadded',
  ],
};

/** Wodify documents MM/DD/YYYY, and Mindbody's reports use the American order; TeamUp is British. */
const ordersBySource: Record<ImportSource, DateOrder> = { wodify: 'mdy', mindbody: 'mdy', teamup: 'dmy', other: 'dmy' };

export const usualOrder = (source: ImportSource) => ordersBySource[source];

/** The program with the most headers of its own; with fewer than two it could be any spreadsheet. */
export function sourceOf(header: readonly string[]): ImportSource {
  const names = new Set(header.map(plain));
  const scores = Object.entries(marks).map(([source, own]) => ({
    source: source as ImportSource,
    score: own.filter((mark) => names.has(mark)).length,
  }));
  const best = scores.toSorted((one, other) => other.score - one.score)[0]!;
  return best.score >= 2 ? best.source : 'other';
}

/** The field of each column, each field once: the column whose header fits best gets it. */
export function guessMapping(kind: ImportKind, header: readonly string[]): (string | null)[] {
  const names = header.map(plain);
  const mapping: (string | null)[] = header.map(() => null);
  for (const [field, known] of Object.entries(headersOf[kind])) {
    const column = known
      .map((name) => names.findIndex((found, index) => found === name && mapping[index] === null))
      .find((index) => index >= 0);
    if (column !== undefined) mapping[column] = field;
  }
  // A full name says nothing new beside both of its parts.
  if (mapping.includes('first_name') && mapping.includes('last_name'))
    return mapping.map((field) => (field === 'full_name' ? null : field));
  return mapping;
}

/** What is wrong with a mapping, as a sentence; null if nothing is. */
export function mappingFault(kind: ImportKind, mapping: readonly (string | null)[]): string | null {
  const fields: Record<string, { label: string; required?: true }> = importFields[kind];
  const chosen = mapping.filter((field) => field !== null);
  const unknown = chosen.find((field) => !Object.hasOwn(fields, field));
  if (unknown !== undefined) return `There is no field ${unknown}`;
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice !== undefined) return `Two columns are ${fields[twice]!.label}. Choose one`;
  const missing = Object.entries(fields).find(([name, { required }]) => required && !chosen.includes(name));
  if (missing) return `Choose the column with ${missing[1].label}`;
  if (kind === 'members' && !chosen.includes('first_name') && !chosen.includes('full_name'))
    return 'Choose the column with First name or Full name';
  return null;
}
