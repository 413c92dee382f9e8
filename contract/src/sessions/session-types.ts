import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, line, queryFlag } from '../api/primitives.ts';
import { longestSessionTypeName } from '../limits.ts';
import { workoutKinds } from '../theme/theme-default.ts';
import { sessionLimits } from './limits.ts';

/** The organization's own names for the five workout types. */
export const SessionType = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(workoutKinds),
    default_duration_minutes: z.number().int(),
    is_active: z.boolean(),
    position: z.number().int(),
    upcoming_sessions: z.number().int().optional().describe('Only with `usage`.'),
  })
  .meta({ id: 'SessionType' });
export type SessionType = z.infer<typeof SessionType>;

const SessionTypeInput = z.object({
  id: Id.optional().describe('Absent for a new one.'),
  name: line({ max: longestSessionTypeName, required: 'Name is required' }),
  kind: z.enum(workoutKinds),
  default_duration_minutes: z
    .number()
    .int()
    .min(sessionLimits.minutes.least)
    .max(sessionLimits.minutes.most)
    .default(sessionLimits.minutes.usual),
  is_active: z.boolean().default(true),
});

const sessionTypeList = z.object({
  results: z.array(SessionType),
  version: z.string().describe('Changes with every change of the list.'),
});

export const listSessionTypes = endpoint({
  method: 'GET',
  path: '/organizations/:id/session-types/',
  access: 'member',
  namesOrganization: 'params',
  cost: 5,
  summary: "The organization's session types, in its order.",
  params: byId,
  query: z.object({ usage: queryFlag.default(false).describe('Counts the upcoming sessions of each.') }),
  returns: sessionTypeList,
});

export const updateSessionTypes = endpoint({
  method: 'PUT',
  path: '/organizations/:id/session-types/',
  access: 'org_admin',
  namesOrganization: 'params',
  summary: "Replace the organization's session types; the order given is the order shown.",
  params: byId,
  body: z.object({
    session_types: z
      .array(SessionTypeInput)
      .min(1)
      .max(50)
      .refine((types) => types.some(({ is_active }) => is_active), 'Keep at least one switched on')
      .refine(
        (types) => new Set(types.map(({ name }) => name.toLowerCase())).size === types.length,
        'Give each its own name',
      ),
    version: z.string().max(64).optional().describe('The version that was edited; another one is refused.'),
  }),
  returns: sessionTypeList,
  errors: ['session_type_in_use', 'changed_meanwhile'],
});

export const resetSessionTypes = endpoint({
  method: 'POST',
  path: '/organizations/:id/session-types/',
  access: 'org_admin',
  namesOrganization: 'params',
  summary: 'Reset the session types to the defaults; those that upcoming sessions use stay behind them.',
  params: byId,
  returns: sessionTypeList,
});
