import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { Instant } from './api/primitives.ts';

export const DemoInfo = z.object({ persona_name: z.string(), expires_at: Instant }).meta({ id: 'DemoInfo' });

export const startDemo = endpoint({
  method: 'POST',
  path: '/demo/start/',
  access: 'public',
  summary: 'Create a sandbox for the visitor and sign in to it as a demo persona.',
  returns: z.object({ access_token: z.string(), refresh_token: z.string(), demo_info: DemoInfo }),
  status: 201,
  errors: ['demo_failed'],
  limit: 'demo',
  cost: 40,
});
