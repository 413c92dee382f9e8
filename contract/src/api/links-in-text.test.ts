import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../scripts/property-runs.ts';
import { type Endpoint, endpoints } from '../index.ts';
import { AppleData } from '../social-sign-in.ts';
import { hasLink, withoutLinks } from './links-in-text.ts';
import { name } from './primitives.ts';

const addresses = [
  'You won! Visit evil.example/prize now',
  'evil.com',
  'Gym.com',
  'www.evil',
  'WWW.1',
  'http://evil',
  'ftp://evil',
  '//evil',
  '\\\\evil\\share',
  'a@b.com',
  'a@b',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'ｅｖｉｌ．ｃｏｍ',
  'evil.\u200dexample',
  'пример.рф',
  'उदाहरण.भारत',
  '💪.la',
  't.co/x',
  '1.1.1.1',
  'Call 0412 345 678 now',
  'Call +61 (2) 9999-1234',
  'call +1\u2010800\u2010555\u20100199',
  'call 1–800–555–0199',
  '1/800/555/0199',
  '1·800·555·0199',
  '1_800_555_0199',
  '٠٤١٢٣٤٥٦٧٨',
  'Telegram @evilprize',
  'tel:+18005',
  'mailto:evil',
];

const realNames = [
  'St. John',
  'Dr. Müller',
  "O'Brien",
  'J.R.',
  'J.R. Smith',
  'CrossFit 5.0',
  'F45 Training',
  'No.1 Gym',
  'A.B.C. Gym',
  '24/7 Fitness',
  'Smith Jr.',
  'The Gym Co.',
  'Fit @ Work',
  'Wait…what',
  'Muscle & Co: Sydney',
  'Fitness S.r.l.',
  'Gym 1998-2026',
  'María-José',
  '健身房',
];

/** What mail programs do, in the simplest form. */
const linkifiers = [
  /[\p{L}\p{N}]\.\p{L}{2,}/u,
  /www\./i,
  /\w+:\/\//,
  /[\p{L}\p{N}]@[\p{L}\p{N}]/u,
  /\d{1,3}(?:\.\d{1,3}){3}/,
];
const becomesLink = (text: string) => linkifiers.some((pattern) => pattern.test(text.normalize('NFKC')));

const Name = name({ max: 120 });

test.each(addresses)('%s is no name', (text) => {
  expect(Name.safeParse(text).error?.issues[0]?.message).toBe(
    "Names can't contain web addresses, email addresses or phone numbers",
  );
  expect(hasLink(withoutLinks(text))).toBe(false);
});

test.each(realNames)('%s is a name', (text) => {
  expect(Name.parse(text)).toBe(text);
  expect(withoutLinks(text)).toBe(text);
});

/** Texts that are nearly addresses: pieces of them in any order. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '.',
        '。',
        '．',
        '@',
        '/',
        '//',
        ':',
        ' ',
        '-',
        'www',
        'http',
        'com',
        'a',
        'é',
        '1',
        '99',
        '\u200d',
      ),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('a mail program makes no link of an accepted name', () => {
  fc.assert(
    fc.property(nearly, (text) => {
      const { data } = Name.safeParse(text);
      if (data !== undefined) expect(becomesLink(data)).toBe(false);
    }),
    runs(2000),
  );
});

test('a mail program makes no link of an old name without its links', () => {
  fc.assert(
    fc.property(nearly, (text) => {
      expect(becomesLink(withoutLinks(text))).toBe(false);
      expect(withoutLinks(withoutLinks(text))).toBe(withoutLinks(text));
    }),
    runs(2000),
  );
});

/** Every field with a name of a person, a gym or an organization, in every body. */
const nameFields = Object.entries<Endpoint>(endpoints).flatMap(([call, { body }]) =>
  body instanceof z.ZodObject ? namesIn(call, body) : [],
);

function namesIn(at: string, object: z.ZodObject): { field: string; schema: z.ZodType }[] {
  const isPlace = /^(?:create|update)(?:Organization|Gym)$/.test(at);
  return Object.entries<z.ZodType>(object.shape).flatMap(([key, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    // What a provider said is cleaned when the account is made.
    if (inner === AppleData) return [];
    if (inner instanceof z.ZodObject) return namesIn(`${at}.${key}`, inner);
    const isName = /(?:first|last|gym|location|organization)_name$/.test(key) || (isPlace && key === 'name');
    return isName ? [{ field: `${at}.${key}`, schema }] : [];
  });
}

test('finds the names of all forms', () => {
  expect(nameFields.map(({ field }) => field)).toEqual(
    expect.arrayContaining([
      ...['registerGym.organization_name', 'registerGym.location_name', 'registerGym.owner_first_name'],
      ...['registerGymSimplified.gym_name', 'registerGymSimplified.last_name', 'nominateGym.nominator_first_name'],
      ...['createOrganization.name', 'createOrganization.gym_name', 'createOrganization.owner.first_name'],
      ...['updateOrganization.name', 'createGym.name', 'updateGym.name', 'completeOnboarding.location_name'],
      ...['register.first_name', 'registerWithInvite.last_name', 'updateMe.first_name', 'createUser.last_name'],
      ...[
        'updateUser.first_name',
        'createSuperUser.first_name',
        'completeGoogle.first_name',
        'completeApple.last_name',
      ],
    ]),
  );
});

test.each(nameFields)('$field takes no address', ({ schema }) => {
  const messages = schema.safeParse('Visit evil.example/prize').error?.issues.map(({ message }) => message);
  expect(messages).toEqual(["Names can't contain web addresses, email addresses or phone numbers"]);
});
