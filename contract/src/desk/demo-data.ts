import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { Id, Instant } from '../api/primitives.ts';
import { demoGymSizes } from '../limits.ts';

export const demoGymKinds = ['barbell_club', 'yoga_studio', 'climbing_hall', 'chain'] as const;
export type DemoGymKind = (typeof demoGymKinds)[number];

const sized = ([min, max]: readonly [number, number]) => z.number().int().min(min).max(max);

const DemoGym = z.object({
  kind: z.enum(demoGymKinds),
  members: sized(demoGymSizes.members),
  weeks: sized(demoGymSizes.weeks),
  locations: sized(demoGymSizes.locations),
  seed: sized(demoGymSizes.seed).describe('The same seed and sizes make the same gym.'),
});

const DemoDataJob = DemoGym.extend({
  id: Id,
  status: z
    .enum(['queued', 'running', 'done', 'failed', 'cancelled', 'removed'])
    .describe('What failed, cancelled and removed jobs made is being removed as long as they have an organization.'),
  progress: z.number().int().min(0).max(100),
  seconds_left: z.number().int().nullable().describe('An estimate; null unless it runs.'),
  rows_written: z.number().int(),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
}).meta({ id: 'DemoDataJob' });

const byJobId = z.object({ jobId: Id });

export const listDemoDataJobs = endpoint({
  method: 'GET',
  path: '/super-admin/demo-data/',
  access: 'super_admin',
  summary: 'Demo data that is being made or was made, newest first.',
  query: pageQuery(20),
  returns: pageOf(DemoDataJob),
});

export const generateDemoData = endpoint({
  method: 'POST',
  path: '/super-admin/demo-data/',
  access: 'super_admin',
  summary: 'Make an organization with members, sessions and chats; runs as a job, one at a time.',
  body: DemoGym,
  returns: DemoDataJob,
  status: 202,
  errors: ['demo_data_running'],
});

export const getDemoDataJob = endpoint({
  method: 'GET',
  path: '/super-admin/demo-data/:jobId/',
  access: 'super_admin',
  summary: 'The progress of a demo-data job.',
  params: byJobId,
  returns: DemoDataJob,
  errors: ['job_not_found'],
});

export const cancelDemoDataJob = endpoint({
  method: 'POST',
  path: '/super-admin/demo-data/:jobId/cancel/',
  access: 'super_admin',
  summary: 'Cancel a demo-data job and remove what it has made so far.',
  params: byJobId,
  returns: DemoDataJob,
  errors: ['job_not_found', 'job_finished'],
});

export const removeDemoData = endpoint({
  method: 'DELETE',
  path: '/super-admin/demo-data/:jobId/',
  access: 'super_admin',
  summary: 'Remove everything a finished demo-data job made: the organization, its rows and files.',
  params: byJobId,
  returns: DemoDataJob,
  errors: ['job_not_found', 'job_not_finished'],
});
