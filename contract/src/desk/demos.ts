import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Id, Instant } from '../api/primitives.ts';

/** The parts of the app that a demo's calls are counted by. */
export const demoAreas = ['home', 'sessions', 'messages', 'people', 'notifications', 'profile', 'admin'] as const;

const Counted = z.object({ call: z.string().describe('The name of a call of this API.'), count: z.number().int() });

const Demo = z
  .object({
    id: Id,
    persona_name: z.string(),
    started_at: Instant,
    expires_at: Instant,
    ended_at: Instant.nullable().describe('Null while it runs.'),
    tried: z
      .array(z.object({ area: z.enum(demoAreas), screens: z.array(Counted), actions: z.array(Counted) }))
      .describe('What the visitor opened and did, most first. Up to ten seconds late.'),
  })
  .meta({ id: 'Demo' });

export const listDemos = endpoint({
  method: 'GET',
  path: '/super-admin/demos/',
  access: 'super_admin',
  summary: 'Running and past demos, newest first. Past ones are kept for 90 days.',
  query: pageQuery(50),
  returns: pageOf(Demo),
});

export const deleteDemo = endpoint({
  method: 'DELETE',
  path: '/super-admin/demos/:id/',
  access: 'super_admin',
  summary: 'End a running demo and remove its sandbox. Its line stays in the list.',
  params: byId,
  errors: ['demo_not_found'],
});

export const deleteAllDemos = endpoint({
  method: 'DELETE',
  path: '/super-admin/demos/',
  access: 'super_admin',
  summary: 'End every running demo and remove the sandboxes.',
  returns: z.object({ deleted: z.number().int() }),
});

const atOnce = z.number().int().min(0).max(100_000);
const perAddress = z.number().int().min(1).max(1000);

const DemoLimits = z
  .object({
    running: z.number().int().describe('How many demos run now.'),
    at_once: atOnce.describe('How many may run at a time, of all visitors together.'),
    per_address: perAddress.describe('How many may start from one address within an hour.'),
    default_at_once: atOnce,
    default_per_address: perAddress,
    version: z.string().describe('Changes with the limits.'),
  })
  .meta({ id: 'DemoLimits' });

export const getDemoLimits = endpoint({
  method: 'GET',
  path: '/super-admin/demos/limits/',
  access: 'super_admin',
  summary: 'How many demos may run, and how many do.',
  returns: DemoLimits,
});

export const updateDemoLimits = endpoint({
  method: 'PUT',
  path: '/super-admin/demos/limits/',
  access: 'super_admin',
  summary: 'Set how many demos may run; null restores the default. Running demos go on.',
  body: z.object({
    at_once: atOnce.nullable(),
    per_address: perAddress.nullable(),
    version: z.string().max(64).optional().describe('The version that was seen; another one is refused.'),
  }),
  returns: DemoLimits,
  errors: ['changed_meanwhile'],
});
