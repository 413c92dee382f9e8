import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import {
  byId,
  Country,
  Email,
  FirstName,
  Id,
  Instant,
  LastName,
  line,
  name,
  Ok,
  Password,
  phone,
  Timezone,
  WebAddress,
} from '../api/primitives.ts';
import { longestAddress, longestName } from '../limits.ts';
import { Color, ThemeConfig, UploadedImage } from '../theme/theme.ts';
import { AffectedSession, AffectedSessions, SessionDecisions } from './affected-sessions.ts';
import { GymOption } from './gym-option.ts';
import { memberRanges } from './member-ranges.ts';

/** What stands out of the saved theme a location shows; empty while it shows its organization's theme. */
const GymBranding = z.object({ primary: Color.optional(), logo_url: UploadedImage.optional() });

export const Gym = z
  .object({
    id: Id,
    name: z.string(),
    branding: GymBranding,
    organization_id: Id,
    timezone: z.string(),
    address: z.string(),
  })
  .meta({ id: 'Gym' });
export type Gym = z.infer<typeof Gym>;

/** The organization and theme of a signed-in user's app. */
export const GymConfig = z
  .object({
    organization: z
      .object({ id: Id, name: z.string(), is_active: z.boolean(), white_label_enabled: z.boolean() })
      .nullable(),
    theme: ThemeConfig,
  })
  .meta({ id: 'GymConfig' });
export type GymConfig = z.infer<typeof GymConfig>;

export const getGymConfig = endpoint({
  method: 'GET',
  path: '/gym/config/',
  access: 'signed_in',
  summary: "The organization and theme of the caller's app; the default theme without a gym.",
  returns: GymConfig,
});

/** A location as its admins see it; members get the same without `manage`. */
export const ManagedGym = Gym.extend({
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  manage: z
    .object({
      version: z.string().describe('Changes with every change of the location.'),
      theme_id: Id.nullable().describe("The saved theme it shows; null: the organization's theme."),
      members_count: z.number().int().describe('Active members whose home location it is.'),
      upcoming_sessions: z.number().int(),
      hours_set: z.boolean().describe('Somebody saved its hours; until then they are those of a new location.'),
    })
    .nullable()
    .describe('Null for callers who do not manage it.'),
}).meta({ id: 'ManagedGym' });
export type ManagedGym = z.infer<typeof ManagedGym>;

export const listGyms = endpoint({
  method: 'GET',
  path: '/gyms/',
  access: 'member',
  namesOrganization: 'query',
  summary: "The organization's gyms the caller may see, by name.",
  query: pageQuery(100).extend({ organization_id: Id.optional() }),
  returns: pageOf(ManagedGym),
});

export const listAccessibleGyms = endpoint({
  method: 'GET',
  path: '/users/me/accessible-gyms/',
  access: 'signed_in',
  namesOrganization: 'query',
  platformNamesAny: true,
  summary: 'The gyms the caller may switch to.',
  query: z.object({ organization_id: Id.optional() }),
  returns: z.object({ results: z.array(Gym) }),
});

const GymInput = z.object({
  name: name({ max: longestName, required: 'Location name is required' }),
  address: line({ max: longestAddress, required: 'Address is required' }),
  timezone: Timezone,
  phone: phone().nullish(),
  email: Email.nullish(),
  website: WebAddress.nullish(),
  theme_id: Id.nullish().describe("A saved theme; null: the organization's theme. Only for organization admins."),
});

export const createGym = endpoint({
  method: 'POST',
  path: '/gyms/',
  access: 'org_admin',
  insideOrganization: true,
  namesOrganization: 'body',
  demo: 'refused',
  sentOnce: true,
  summary: 'Create a gym in the organization, with hours to begin with.',
  body: GymInput.extend({ organization_id: Id.optional() }),
  returns: ManagedGym,
  status: 201,
  errors: ['theme_not_found'],
  limit: 'create',
});

export const previewGymTimezone = endpoint({
  method: 'POST',
  path: '/gyms/:id/timezone-preview/',
  access: 'gym_admin',
  insideOrganization: true,
  forgets: true,
  summary:
    'What another timezone does to upcoming sessions: they keep their clock time at the gym, so the moment moves.',
  params: byId,
  body: z.object({ timezone: Timezone }),
  returns: z.object({
    version: z.string(),
    count: z.number().int(),
    sessions: z
      .array(AffectedSession.omit({ moves_to: true }).extend({ moves_to: Instant }))
      .describe('The first hundred.'),
  }),
  errors: ['gym_not_found'],
});

export const updateGym = endpoint({
  method: 'PUT',
  path: '/gyms/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: "Change a gym's name, address, contact details, timezone or look.",
  params: byId,
  body: GymInput.partial().extend({
    version: z.string().max(64).optional().describe('The version that was edited; another one is refused.'),
    timezone_version: z.string().max(64).optional().describe('The version of the timezone preview.'),
  }),
  returns: ManagedGym,
  errors: ['gym_not_found', 'theme_not_found', 'changed_meanwhile'],
});

export const getGymClosing = endpoint({
  method: 'GET',
  path: '/gyms/:id/closing/',
  access: 'org_admin',
  cost: 10,
  insideOrganization: true,
  summary: 'What closing a gym would mean: its sessions, members, admins and invite codes.',
  params: byId,
  query: z.object({ new_gym_id: Id.optional().describe('Where sessions and members would go.') }),
  returns: z.object({
    sessions: AffectedSessions,
    members_count: z.number().int().describe('Members whose home location it is.'),
    only_here_count: z.number().int().describe('Members who can train nowhere else.'),
    gym_admins_count: z.number().int().describe('Gym admins who manage it.'),
    invite_codes_count: z.number().int().describe('Invite codes that lead here.'),
    other_gyms: z.array(GymOption),
  }),
  errors: ['gym_not_found'],
});

export const deleteGym = endpoint({
  method: 'DELETE',
  path: '/gyms/:id/',
  access: 'org_admin',
  cost: 50,
  insideOrganization: true,
  summary: 'Close a gym. Its members and invite codes move to another one; upcoming sessions are moved or cancelled.',
  params: byId,
  body: z.object({
    new_gym_id: Id.optional().describe('Where members, invite codes and moved sessions go.'),
    sessions: SessionDecisions.optional(),
  }),
  errors: ['gym_not_found', 'last_gym', 'gym_has_sessions', 'gym_closed', 'session_in_past', 'changed_meanwhile'],
});

export const BusinessType = z.enum(['single', 'multiple'], { error: 'Please select number of locations' });

/** Completed later in the admin area; the registration form sends them empty. */
const emptyList = z
  .array(line({ max: 80 }))
  .max(50)
  .optional();

/** Reported together with the other missing fields, not only once the rest is valid. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** A single-location gym sends `gym_name` instead of the organization's and the location's names. */
/** The look a visitor chose in a demo: everything of a theme but its images, which are the demo's. */
const CarriedLook = ThemeConfig.pick({ colors: true, typography: true, overrides: true })
  .optional()
  .describe('The look of the new gym; without it the default one.');

export const GymRegistration = z
  .object({
    organization_name: name({ max: longestName, required: 'Organization name is required' }).optional(),
    gym_name: name({ max: longestName, required: 'Organization name is required' }).optional(),
    business_type: BusinessType,
    country: Country,
    business_phone: phone('Phone is required'),
    business_email: Email,
    business_website: WebAddress.optional(),
    estimated_members: z.enum(memberRanges, { error: 'Member estimate is required' }),
    location_name: name({ max: longestName, required: 'Location name is required' }).optional(),
    business_address: line({ max: longestAddress, required: 'Address is required' }),
    gym_timezone: Timezone,
    owner_first_name: FirstName,
    owner_last_name: LastName,
    owner_email: Email,
    terms_agreed: z.literal(true, { error: 'You must agree to the terms' }),
    gym_amenities: emptyList,
    workout_types: emptyList,
    operating_hours_weekday: z
      .union([z.string().max(200), z.record(z.string().max(20), z.string().max(20))])
      .optional(),
    operating_hours_weekend: z
      .union([z.string().max(200), z.record(z.string().max(20), z.string().max(20))])
      .optional(),
    look: CarriedLook,
  })
  .refine((form) => form.organization_name !== undefined || form.gym_name !== undefined, {
    path: ['organization_name'],
    error: 'Organization name is required',
    when: isForm,
  })
  .refine((form) => form.location_name !== undefined || form.gym_name !== undefined, {
    path: ['location_name'],
    error: 'Location name is required',
    when: isForm,
  })
  .meta({ id: 'GymRegistration' });

export const registerGym = endpoint({
  method: 'POST',
  path: '/gyms/register/',
  access: 'public',
  sentOnce: true,
  summary: 'Register a gym: creates the organization, its first gym and its owner, and mails the owner a setup code.',
  body: GymRegistration,
  returns: Ok,
  status: 201,
  errors: ['email_taken'],
  limit: 'gym',
});

export const SimpleGymRegistration = z
  .object({
    first_name: FirstName,
    last_name: LastName,
    email: Email,
    phone: phone('Phone is required'),
    gym_name: name({ max: longestName, required: 'Gym name is required' }),
    password: Password,
    confirm_password: z.string().max(128),
    agree_to_terms: z.literal(true, { error: 'You must agree to the terms' }),
    look: CarriedLook,
  })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    error: 'Passwords do not match',
  })
  .meta({ id: 'SimpleGymRegistration' });

export const registerGymSimplified = endpoint({
  method: 'POST',
  path: '/gyms/register/simplified/',
  access: 'public',
  sentOnce: true,
  summary: 'Sign up a gym on one page and be signed in as its owner.',
  body: SimpleGymRegistration,
  returns: z.object({ success: z.literal(true), access_token: z.string(), refresh_token: z.string() }),
  status: 201,
  errors: ['email_taken', 'password_too_common'],
  limit: 'gym',
});
