import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { Id, Instant } from './api/primitives.ts';

export const DemoInfo = z.object({ persona_name: z.string(), expires_at: Instant }).meta({ id: 'DemoInfo' });

const DemoSignIn = z.object({ access_token: z.string(), refresh_token: z.string(), demo_info: DemoInfo });

export const startDemo = endpoint({
  method: 'POST',
  path: '/demo/start/',
  access: 'public',
  summary: 'Create a sandbox for the visitor and sign in to it as a demo persona.',
  returns: DemoSignIn,
  status: 201,
  errors: ['demo_failed', 'too_many_demos'],
  // It may wait for a sandbox, which would keep the key's transaction open. A repeat opens another one, within the limits.
  forgets: true,
  // Of one that is built; a prepared one costs a tenth.
  cost: 80,
});

export const switchDemoPersona = endpoint({
  method: 'POST',
  path: '/demo/persona/',
  access: 'member',
  emulating: 'refused',
  summary: "Go on in the same sandbox as its owner, or as the member again. The demo's end stays the same.",
  body: z.object({ persona: z.enum(['member', 'owner']) }),
  returns: DemoSignIn,
  status: 201,
  errors: ['demo_not_found'],
  cost: 10,
});

export const DemoPath = z
  .object({
    joined: z.boolean().describe('The visitor joined a session.'),
    chatted: z.boolean().describe('The visitor wrote a message.'),
    proposed: z.boolean().describe('The visitor proposed another time.'),
    matched: z.boolean().describe('The visitor made a friend.'),
    session_id: Id.nullable().describe('The small session with a spot left, or the one the visitor joined.'),
  })
  .meta({ id: 'DemoPath' });
export type DemoPath = z.infer<typeof DemoPath>;

export const getDemoPath = endpoint({
  method: 'GET',
  path: '/demo/path/',
  access: 'member',
  emulating: 'refused',
  summary: 'Which steps of the guided path the visitor has taken in this demo.',
  returns: DemoPath,
  errors: ['demo_not_found'],
});
