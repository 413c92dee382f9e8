import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { Id } from '../api/primitives.ts';

export const listOnline = endpoint({
  method: 'GET',
  path: '/presence/',
  access: 'member',
  summary: "Friends and members of the caller's conversations who are online now; nobody for a caller who hides.",
  returns: z.object({ user_ids: z.array(Id) }),
});
