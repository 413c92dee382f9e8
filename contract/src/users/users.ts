import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import {
  FileUrl,
  FirstName,
  Id,
  Instant,
  InstantInput,
  LastName,
  line,
  name,
  Password,
  PresentedPassword,
  paragraph,
  phone,
  Timezone,
  Token,
} from '../api/primitives.ts';
import { BusinessType, Gym } from '../gyms/gyms.ts';
import { largestImage, longestAddress, longestName } from '../limits.ts';
import { quietHoursFault } from '../notification-delivery.ts';
import { switchableKinds } from '../notification-kinds.ts';
import { OrganizationSummary } from '../organizations.ts';
import { roleNamePattern } from '../roles.ts';
import { workoutKinds } from '../theme/theme-default.ts';
import { fitnessLevels } from './fitness-levels.ts';

export const FitnessLevel = z.enum(fitnessLevels);
export const Gender = z.enum(['female', 'male', 'non_binary']);
export const Role = z
  .string()
  .regex(roleNamePattern)
  .describe('super_admin, org_admin, gym_admin, regular_user, or any other ordinary member role.');

export const PreferredTime = z.enum(['early_morning', 'morning', 'midday', 'afternoon', 'evening', 'night', 'weekend']);

/** Who sees a part of a member's profile: everyone in the organization, friends, or nobody. */
export const ShownTo = z.enum(['everyone', 'friends', 'nobody']);
export type ShownTo = z.infer<typeof ShownTo>;
/** Who hides one of these doesn't see it of others either. */
const shows = { shows_online: z.boolean(), shows_typing: z.boolean() };
const shownTo = { level_and_goals_shown_to: ShownTo, usual_times_shown_to: ShownTo, sessions_shown_to: ShownTo };

/** Another member, as shown in lists, sessions and chats. */
export const Person = z
  .object({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    avatar_url: FileUrl.nullable(),
    avatar_color: z.string(),
    fitness_level: FitnessLevel.nullable().describe('Null too unless the member shows it to everyone.'),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof Person>;

/** The caller's own account. */
export const User = z
  .object({
    id: Id,
    role: Role,
    email: z.string(),
    email_verified: z.boolean(),
    onboarding_completed: z.boolean(),
    first_name: z.string(),
    last_name: z.string(),
    fitness_level: FitnessLevel.nullable(),
    default_gym: Gym.nullable(),
    current_gym: Gym.nullable(),
    accessible_gyms: z.array(Gym).describe('The gyms the user may use.'),
    managed_gym_ids: z.array(Id).describe('The gyms the user manages.'),
    can_switch_gyms: z.boolean(),
    organization: OrganizationSummary.nullable(),
    google_id: z.string().nullable(),
    apple_id: z.string().nullable(),
    has_password: z.boolean(),
    avatar_url: FileUrl.nullable(),
    avatar_color: z.string(),
    is_demo_user: z.boolean(),
    demo_persona: z.string().nullable(),
    demo_expires_at: Instant.nullable(),
    must_change_password: z.boolean(),
    timezone: z.string().nullable().describe("The user's own zone; the gym's is used when it is null."),
    gender: Gender.nullable(),
    bio: z.string(),
    phone: z.string().nullable(),
    goals: z.array(z.string()),
    favourite_workouts: z.array(z.enum(workoutKinds)),
    preferred_times: z.array(PreferredTime),
    ...shownTo,
    ...shows,
    created_at: Instant,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const getMe = endpoint({
  method: 'GET',
  path: '/users/me/',
  access: 'signed_in',
  beforeOwnPassword: 'allowed',
  summary: "The caller's own account, profile, gyms and organization.",
  returns: User,
});

export const UserInput = z
  .object({
    first_name: FirstName,
    last_name: LastName,
    fitness_level: FitnessLevel.nullable(),
    gender: Gender.nullable(),
    bio: paragraph({ max: 500 }),
    phone: phone().nullable(),
    timezone: Timezone.nullable(),
    goals: z.array(line({ max: 60, required: 'Say what you train for' })).max(10),
    favourite_workouts: z.array(z.enum(workoutKinds)).max(workoutKinds.length),
    preferred_times: z.array(PreferredTime).max(PreferredTime.options.length),
    default_gym_id: Id.nullable(),
    ...shownTo,
    ...shows,
  })
  .partial();

export const updateMe = endpoint({
  method: 'PUT',
  path: '/users/me/',
  access: 'signed_in',
  summary: "Change the caller's profile; fields left out stay as they are.",
  body: UserInput,
  returns: User,
  errors: ['gym_not_found'],
});

export const updateMyAvatar = endpoint({
  method: 'PUT',
  path: '/users/me/avatar/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  needsVerifiedEmail: true,
  summary:
    "Set the caller's photo (PNG, JPEG or WebP, up to 5 MB). The server re-encodes it: square, without metadata.",
  accepts: 'multipart/form-data',
  // The form around the file needs some room too.
  largestBody: largestImage + 64 * 1024,
  body: z.object({ file: z.file().max(largestImage, 'Use an image of 5 MB at most') }),
  returns: User,
  errors: ['image_invalid', 'storage_full'],
  limit: 'upload',
});

export const getMyStorage = endpoint({
  method: 'GET',
  path: '/users/me/storage/',
  access: 'signed_in',
  summary: "How much space the caller's photos take, and how much there is.",
  returns: z.object({ used_bytes: z.number().int(), most_bytes: z.number().int() }),
});

export const deleteMyAvatar = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar/',
  access: 'signed_in',
  emulating: 'refused',
  summary: "Remove the caller's photo; their initials replace it.",
  returns: User,
});

const ChannelSwitches = z.object({ in_app: z.boolean(), push: z.boolean(), email: z.boolean() });

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use the form HH:MM');

const QuietHours = z
  .object({ enabled: z.boolean(), from: TimeOfDay, until: TimeOfDay })
  .superRefine((hours, context) => {
    const fault = quietHoursFault(hours);
    if (fault) context.addIssue({ code: 'custom', path: ['until'], message: fault });
  })
  .describe("No push is sent in these hours of the member's own clock, except reminders of the member's own sessions.");

export const NotificationPreferences = z
  .object({
    notifications: z.object(
      Object.fromEntries(switchableKinds.map((kind) => [kind, ChannelSwitches])) as Record<
        (typeof switchableKinds)[number],
        typeof ChannelSwitches
      >,
    ),
    quiet_hours: QuietHours,
    digest_time: TimeOfDay.describe("When the daily mail goes out, by the member's own clock."),
    weekly_mail: z.boolean().describe('For owners: the mail on Mondays about the week at their gym.'),
    push_key: z.string().describe('The public key with which a browser subscribes to pushes (VAPID).'),
  })
  .meta({ id: 'NotificationPreferences' });

export const getMyPreferences = endpoint({
  method: 'GET',
  path: '/users/me/preferences/',
  access: 'signed_in',
  summary: 'Which notifications reach the caller, and how.',
  returns: NotificationPreferences,
});

export const updateMyPreferences = endpoint({
  method: 'PUT',
  path: '/users/me/preferences/',
  access: 'signed_in',
  summary: 'Switch kinds of notification on and off by channel, and choose when; what is omitted stays unchanged.',
  body: z.object({
    notifications: z.partialRecord(z.enum(switchableKinds), ChannelSwitches.partial()).optional(),
    quiet_hours: QuietHours.optional(),
    digest_time: TimeOfDay.optional(),
    weekly_mail: z.boolean().optional(),
  }),
  returns: NotificationPreferences,
});

/** A member's progress in tour and tips, in the shape the app stores. */
export const OnboardingState = z
  .object({
    version: z.literal(1),
    tourStatus: z.enum(['not_started', 'in_progress', 'skipped', 'completed']),
    tourStep: z.number().int().min(0).max(100),
    profileCompleted: z.boolean(),
    requiredProfileCompleted: z.boolean(),
    tipsShown: z
      .record(z.string().regex(/^[\w.-]{1,60}$/), z.literal(true))
      .refine((tips) => Object.keys(tips).length <= 200, 'Too many tips'),
    lastTipShownAt: InstantInput.nullable(),
    actionsSinceLastTip: z.number().int().min(0).max(1_000_000),
    device: z.enum(['mobile', 'desktop']),
    pausedAt: InstantInput.nullable(),
  })
  .meta({ id: 'OnboardingState' });
export type OnboardingState = z.infer<typeof OnboardingState>;

const UserPreferences = z
  .object({ onboarding: OnboardingState.nullable().describe('Null until the app first stores it.') })
  .meta({ id: 'UserPreferences' });

export const getUserPreferences = endpoint({
  method: 'GET',
  path: '/users/me/user-preferences/',
  access: 'signed_in',
  summary: 'What the app stores for the caller, including the onboarding state.',
  returns: UserPreferences,
});

export const updateUserPreferences = endpoint({
  method: 'PUT',
  path: '/users/me/user-preferences/',
  access: 'signed_in',
  summary: 'Store app data for the caller; fields left out stay as they are.',
  body: UserPreferences.partial(),
  returns: UserPreferences,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/me/change-password/',
  forgets: true,
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  beforeOwnPassword: 'allowed',
  summary: "Set a new password. Ends the caller's other sign-ins.",
  body: z.object({
    current_password: PresentedPassword.optional().describe('Needed unless the sign-in was made with a setup code.'),
    provider_token: Token.optional().describe('A fresh Google or Apple id token, for an account without a password.'),
    new_password: Password,
  }),
  errors: ['wrong_password', 'provider_not_configured', 'password_too_common', 'password_link_sent'],
  limit: 'confirm',
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/users/me/resend-verification/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: 'Mail a new verification code; once a minute, ten a day.',
  status: 202,
  errors: ['email_already_verified'],
  limit: 'mail',
});

export const OnboardingCompletion = z.object({
  business_type: z.enum(BusinessType.options, { error: 'Please select your business type' }),
  location_name: name({ max: longestName, required: 'Please fill in all location details' }),
  location_address: line({ max: longestAddress, required: 'Please fill in all location details' }),
  timezone: Timezone,
  onboarding_completed: z.literal(true).default(true),
});

export const completeOnboarding = endpoint({
  method: 'POST',
  path: '/users/me/complete-onboarding/',
  access: 'signed_in',
  emulating: 'refused',
  // Verifying the email is the wizard's first step; a call of its own must not skip it.
  needsVerifiedEmail: true,
  summary:
    "Finish the wizard, once and with a verified email: stores an owner's business type and the location they set up.",
  body: OnboardingCompletion,
  returns: User,
  errors: ['onboarding_already_completed'],
  sentOnce: true,
});

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/users/me/delete/',
  access: 'signed_in',
  forgets: true,
  emulating: 'refused',
  crossesOrganizations: true,
  summary: "Delete the caller's account and everything about them.",
  body: z
    .object({
      password: PresentedPassword.optional(),
      provider_token: Token.optional().describe('A fresh Google or Apple id token, for an account without a password.'),
    })
    .refine((body) => body.password !== undefined || body.provider_token !== undefined, {
      path: ['password'],
      error: 'Password is required',
    }),
  errors: ['wrong_password', 'provider_not_configured', 'last_org_admin', 'last_super_admin'],
  limit: 'confirm',
});

export const exportMyData = endpoint({
  method: 'GET',
  path: '/users/me/export/',
  access: 'signed_in',
  shows: 'private',
  cost: 200,
  emulating: 'refused',
  crossesOrganizations: true,
  summary: 'Everything Spotter holds about the caller, as a dated JSON file.',
  sends: 'application/json; download',
  limit: 'export',
});
