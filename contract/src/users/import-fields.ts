/** What a column of an imported file can be. No schemas, so that screens can use it without zod. */

export const importKinds = ['members', 'sessions'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Where a file comes from; `other` is any spreadsheet. */
export const importSources = ['teamup', 'wodify', 'mindbody', 'other'] as const;
export type ImportSource = (typeof importSources)[number];

export const sourceNames: Record<ImportSource, string> = {
  teamup: 'TeamUp',
  wodify: 'Wodify',
  mindbody: 'Mindbody',
  other: 'Another program or a spreadsheet',
};

type Field = { label: string; required?: true };

export const memberFields = {
  email: { label: 'Email', required: true },
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  full_name: { label: 'Full name' },
  phone: { label: 'Phone' },
  location: { label: 'Location' },
  joined_on: { label: 'Joined on' },
  status: { label: 'Active or not' },
} as const satisfies Record<string, Field>;

export const sessionFields = {
  title: { label: 'Session name', required: true },
  date: { label: 'Date, or date and time', required: true },
  start_time: { label: 'Start time' },
  end_time: { label: 'End time' },
  minutes: { label: 'Length in minutes' },
  location: { label: 'Location' },
  host: { label: 'Host (email or name)' },
  spots: { label: 'Spots' },
  description: { label: 'Description' },
  attendee: { label: 'Member (email or name)' },
  attended: { label: 'Was there' },
  cancelled: { label: 'Session was cancelled' },
} as const satisfies Record<string, Field>;

export type MemberField = keyof typeof memberFields;
export type SessionField = keyof typeof sessionFields;

export const importFields = { members: memberFields, sessions: sessionFields } as const;

/** In bytes. */
export const largestImport = 5 * 1024 * 1024;
/** Trying and undoing an account takes the database half a millisecond of processor time. */
export const mostImportRows = 5_000;
/** How long an import can be undone. */
export const undoImportHours = 24;
export const mostImportColumns = 200;
/** How many errors are named. */
export const mostImportErrors = 200;
