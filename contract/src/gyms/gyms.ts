import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import {
  byId,
  Country,
  Email,
  FirstName,
  Id,
  LastName,
  line,
  Ok,
  Password,
  paragraph,
  phone,
  Timezone,
  WebAddress,
} from '../api/primitives.ts';
import { longestNominationComment } from '../limits.ts';
import { Color, ThemeConfig, UploadedImage } from '../theme/theme.ts';

/** A single location's branding, in place of its organization's. */
const GymBranding = z.object({
  display_name: line({ max: 120 }).nullish(),
  logo_url: UploadedImage.nullish(),
  primary: Color.nullish(),
});

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

/** A gym as a choice in a list. */
export const GymOption = z.object({ id: Id, name: z.string() }).meta({ id: 'GymOption' });

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

export const listGyms = endpoint({
  method: 'GET',
  path: '/gyms/',
  access: 'member',
  summary: "The organization's gyms the caller may see.",
  query: pageQuery(100).extend({ organization_id: Id.optional() }),
  returns: pageOf(Gym),
});

const GymInput = z.object({
  name: line({ max: 120, required: 'Location name is required' }),
  address: line({ max: 300, required: 'Address is required' }),
  timezone: Timezone,
  branding: GymBranding.optional(),
});

export const createGym = endpoint({
  method: 'POST',
  path: '/gyms/',
  access: 'org_admin',
  demo: 'refused',
  summary: 'Create a gym in the organization.',
  body: GymInput.extend({ organization_id: Id.optional() }),
  returns: Gym,
  status: 201,
  errors: ['organization_not_found'],
});

export const updateGym = endpoint({
  method: 'PUT',
  path: '/gyms/:id/',
  access: 'gym_admin',
  summary: "Change a gym's name, address, timezone or branding.",
  params: byId,
  body: GymInput.partial(),
  returns: Gym,
  errors: ['gym_not_found'],
});

export const deleteGym = endpoint({
  method: 'DELETE',
  path: '/gyms/:id/',
  access: 'org_admin',
  summary: 'Close a gym that has no upcoming sessions.',
  params: byId,
  errors: ['gym_not_found', 'last_gym', 'gym_has_sessions'],
});

export const memberRanges = ['0-50', '51-200', '201-500', '501-1000', '1000+'] as const;
export const BusinessType = z.enum(['single', 'multiple'], { error: 'Please select number of locations' });

/** Completed later in the admin area; the registration form sends them empty. */
const emptyList = z
  .array(line({ max: 80 }))
  .max(50)
  .optional();

/** Reported together with the other missing fields, not only once the rest is valid. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** A single-location gym sends `gym_name` instead of the organization's and the location's names. */
export const GymRegistration = z
  .object({
    organization_name: line({ max: 120, required: 'Organization name is required' }).optional(),
    gym_name: line({ max: 120, required: 'Organization name is required' }).optional(),
    business_type: BusinessType,
    country: Country,
    business_phone: phone('Phone is required'),
    business_email: Email,
    business_website: WebAddress.optional(),
    estimated_members: z.enum(memberRanges, { error: 'Member estimate is required' }),
    location_name: line({ max: 120, required: 'Location name is required' }).optional(),
    business_address: line({ max: 300, required: 'Address is required' }),
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
    gym_name: line({ max: 120, required: 'Gym name is required' }),
    password: Password,
    confirm_password: z.string().max(128),
    agree_to_terms: z.literal(true, { error: 'You must agree to the terms' }),
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

export const GymNomination = z
  .object({
    nominator_first_name: line({ max: 80, required: 'Name is required' }),
    nominator_last_name: line({ max: 80 }).default(''),
    nominator_email: Email,
    nominator_phone: phone().optional(),
    contact_preference: z.enum(['email', 'phone'], { error: 'Please select a contact preference' }).default('email'),
    gym_name: line({ max: 120, required: 'Gym name is required' }),
    gym_address: line({ max: 300, required: 'Address is required' }),
    gym_phone: phone().optional(),
    gym_website: WebAddress.optional(),
    comments: paragraph({ max: longestNominationComment, required: 'Please tell us why' }),
  })
  .refine((form) => form.contact_preference !== 'phone' || Boolean(form.nominator_phone), {
    path: ['nominator_phone'],
    error: 'Phone is required',
  })
  .meta({ id: 'GymNomination' });

export const nominateGym = endpoint({
  method: 'POST',
  path: '/gyms/nominations/',
  access: 'public',
  summary: 'Nominate a gym that is not on Spotter yet.',
  body: GymNomination,
  returns: z.object({ success: z.literal(true), nomination_id: Id }),
  status: 201,
  limit: 'gym',
});
