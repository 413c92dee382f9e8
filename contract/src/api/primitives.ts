import { z } from 'zod';
import {
  longestEmail,
  longestInviteCode,
  longestPersonName,
  longestPhone,
  longestWebAddress,
  passwordLength,
} from '../limits.ts';
import { hasLink } from './links-in-text.ts';

/** Messages for fields without their own. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input == null ? 'This field is required' : 'This is not in the right form';
      case 'invalid_value':
        return issue.input == null ? 'This field is required' : 'Please choose one of the options';
      case 'too_small':
        return `Must be at least ${issue.minimum}${unitOf[issue.origin] ?? ''}`;
      case 'too_big':
        return `Must be at most ${issue.maximum}${unitOf[issue.origin] ?? ''}`;
      case 'invalid_format':
      case 'invalid_union':
        return issue.input == null ? 'This field is required' : 'This is not in the right form';
      default:
        return undefined;
    }
  },
});

const unitOf: Record<string, string> = { string: ' characters', array: ' items', file: ' bytes' };

/**
 * A UUID of any version: the server creates UUIDv7, but an invented id must answer like an unknown one. Lower-cased as the
 * database writes it, because PostgreSQL finds either spelling and the code compares ids as text.
 */
export const Id = z.guid('Not a valid id').toLowerCase();

export const byId = z.object({ id: Id });

/** PostgreSQL can't store a null byte, and a lone surrogate is not text. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for.
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for.
const controlCharacterInParagraph = /[\u0000-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f]/;

/** Marks that reorder or split the text around them without being seen, and so make it read as something else. */
const unseen = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const withoutUnseen = (value: string) => value.replace(unseen, '');
const isParagraph = (value: string) => !controlCharacterInParagraph.test(value);
const visible = /[^\s\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

const unreadable = 'Contains characters that cannot be used';

type TextRules = { max: number; required?: string };

/**
 * One line of text: trimmed, limited, without control characters and reordering marks. `required` is the message when it
 * is empty.
 */
export function line({ max, required }: TextRules) {
  return text({ max, required }).refine((value) => !controlCharacter.test(value), unreadable);
}

const linkInName = "Names can't contain web addresses, email addresses or phone numbers";

/** The name of a person, a gym or an organization. It stands in mails to strangers, so it has nothing they can tap on. */
export function name(rules: TextRules) {
  return line(rules).refine((value) => !hasLink(value), linkInName);
}

/** Text of several lines: trimmed and limited; line breaks and tabs are kept. */
export function paragraph({ max, required }: TextRules) {
  return text({ max, required }).refine(isParagraph, unreadable);
}

/** Text that was stored before: without reordering marks, and otherwise as it is. */
export const StoredText = z
  .string()
  .overwrite(withoutUnseen)
  .refine(isStorable, unreadable)
  .refine(isParagraph, unreadable);

function text({ max, required }: TextRules) {
  const trimmed = z
    .string(required === undefined ? undefined : { error: ({ input }) => (input == null ? required : undefined) })
    .overwrite(withoutUnseen)
    .trim()
    .max(max, { error: `Please keep this to ${max} characters`, abort: true })
    .refine(isStorable, unreadable);
  if (required === undefined) return trimmed;
  return trimmed.min(1, { error: required, abort: true }).refine((value) => visible.test(value), required);
}

/** Lower-cased, because two spellings of one address are one account. */
export const Email = z
  .string({ error: ({ input }) => (input == null ? 'Email is required' : 'Invalid email address') })
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(longestEmail, { error: 'Invalid email address', abort: true })
  .regex(/^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\.]+(?:\.[^\s@<>()[\]",;:\\.]+)+$/u, 'Invalid email address')
  .refine((value) => !/\p{C}/u.test(value), 'Invalid email address')
  .toLowerCase()
  .meta({ format: 'email' });

/** Never trimmed: every byte counts. */
export const Password = z
  .string({ error: ({ input }) => (input == null ? 'Password is required' : undefined) })
  .min(1, { error: 'Password is required', abort: true })
  // The specification fixes this sentence.
  .min(passwordLength.least, 'Password must be at least 8 characters')
  .max(passwordLength.most, { error: `Password must be at most ${passwordLength.most} characters`, abort: true })
  .refine(isStorable, unreadable);

/** A password to check, not to choose: naming the rules would help an attacker. */
export const PresentedPassword = z
  .string({ error: ({ input }) => (input == null ? 'Password is required' : undefined) })
  .min(1, 'Password is required')
  .max(passwordLength.most, { error: `Password must be at most ${passwordLength.most} characters`, abort: true })
  .refine(isStorable, unreadable);

export const FirstName = name({ max: longestPersonName, required: 'First name is required' });
export const LastName = name({ max: longestPersonName, required: 'Last name is required' });

export function phone(required?: string) {
  const number = line({ max: longestPhone, required });
  return number.refine((value) => /^[\d\s+()-]*$/.test(value), 'Invalid phone number');
}

export const WebAddress = line({ max: longestWebAddress }).refine(
  (value) => value === '' || /^(?:https?:\/\/)?[^\s/@:.]+(?:\.[^\s/@:.]+)+(?:\/\S*)?$/i.test(value),
  'Invalid web address',
);

/** An opaque token in a link or a body: letters, digits, dot, hyphen and underscore. */
export const Token = z
  .string()
  .min(1)
  .max(2048, { abort: true })
  .regex(/^[\w.~-]+$/, 'Not a valid token');

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2101, 0, 1);

function isInRange(instant: string): boolean {
  const time = Date.parse(instant);
  return time >= earliest && time < latest;
}

/** A moment as RFC 3339, normalized to UTC on input. */
export const InstantInput = z.iso
  .datetime({ offset: true, error: 'Not a valid time', abort: true })
  .refine(isInRange, { error: 'Time is out of range', abort: true })
  .overwrite((instant) => new Date(instant).toISOString());

/** A moment as RFC 3339 in UTC. */
export const Instant = z.iso.datetime({ offset: true });

/** A day without a time, in the zone that the field's description names. */
export const Day = z.iso
  .date({ error: 'Not a valid date', abort: true })
  .refine((day) => isInRange(`${day}T00:00:00Z`), 'Date is out of range');

/** Minutes on a wall clock; `24:00` is the end of the day. */
export const WallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Use the form HH:MM');

const knownZones = new Map<string, boolean>();

function isTimezone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  const valid = namesZone(name);
  if (valid) knownZones.set(name, valid);
  return valid;
}

function namesZone(name: string): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An IANA zone name, such as `Australia/Sydney`. */
export const Timezone = z
  .string('Please choose a timezone from the list')
  .max(64, { error: 'Please choose a timezone from the list', abort: true })
  .refine(isTimezone, 'Please choose a timezone from the list');

/** A country's code or name, as in the form's list. */
export const Country = z
  .string({ error: ({ input }) => (input == null ? 'Country is required' : undefined) })
  .trim()
  .min(1, 'Country is required')
  .max(60, { abort: true })
  .refine((value) => isStorable(value) && !controlCharacter.test(value), unreadable);

/** As typed by a user: upper-cased, at most `longestInviteCode` characters. */
export const InviteCodeText = z
  .string({ error: ({ input }) => (input == null ? 'Please enter an invite code' : undefined) })
  .trim()
  .min(1, { error: 'Please enter an invite code', abort: true })
  .max(longestInviteCode, { error: 'Invalid or expired invite code.', abort: true })
  .regex(/^[A-Za-z0-9-]+$/, 'Invalid or expired invite code.')
  .toUpperCase();

/** A whole number in a query string. */
export function queryNumber(min: number, max: number) {
  return z.coerce.number<number | string>().int().min(min).max(max);
}

/** A yes or no in a query string. */
export const queryFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

/** Ids in a query string: repeated, or separated by commas. */
export const queryIds = z
  .union([z.array(z.string()), z.string().transform((value) => value.split(','))])
  .pipe(z.array(Id).min(1).max(100));

/** Ids in a body; duplicates count once. */
export function idList(max: number) {
  return z
    .array(Id)
    .min(1, 'Choose at least one')
    .max(max, `Choose at most ${max}`)
    .overwrite((ids) => [...new Set(ids)]);
}

export const Ok = z.object({ success: z.literal(true) });

/** A file served by Spotter itself, or an image bundled with the app. */
export const FileUrl = z.string().describe('An address of this server, or a data address of a generated image.');
