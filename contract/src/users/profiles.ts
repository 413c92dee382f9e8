import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, Instant } from '../api/primitives.ts';
import { Gym } from '../gyms/gyms.ts';
import { workoutKinds } from '../theme/theme-default.ts';
import { Person, PreferredTime, Role } from './users.ts';

/** Another member's profile, as far as the caller may see it. */
export const UserProfile = Person.extend({
  role: Role,
  bio: z.string(),
  goals: z.array(z.string()),
  favourite_workouts: z.array(z.enum(workoutKinds)),
  preferred_times: z.array(PreferredTime),
  not_shown: z
    .array(z.enum(['level_and_goals', 'usual_times', 'sessions']))
    .describe('Parts the member does not show to the caller; their fields are empty.'),
  gyms: z.array(Gym.pick({ id: true, name: true })),
  friendship: z.enum(['none', 'friends', 'request_sent', 'request_received']),
  friendship_id: Id.nullable().describe('The id of the friendship or of the open request.'),
  friends_in_common: z.object({ count: z.number().int(), people: z.array(Person).describe('At most three.') }),
  sessions_together: z.number().int().describe('Sessions both took part in.'),
  next_sessions: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        workout_type: z.enum(workoutKinds),
        start_time: Instant,
        gym_name: z.string(),
        timezone: z.string().describe("The gym's."),
      }),
    )
    .describe('At most three upcoming sessions with a free spot that the caller may see.'),
  created_at: Instant,
}).meta({ id: 'UserProfile' });
export type UserProfile = z.infer<typeof UserProfile>;

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id/',
  access: 'member',
  summary: "A member's profile, as the caller may see it; one's own is whole.",
  params: byId,
  returns: UserProfile,
  errors: ['user_not_found'],
});
