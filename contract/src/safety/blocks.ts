import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Instant } from '../api/primitives.ts';
import { Person } from '../users/users.ts';

export const blockUser = endpoint({
  method: 'POST',
  path: '/users/:id/block/',
  access: 'member',
  emulating: 'refused',
  summary: 'Block a member: from then on neither sees the other anywhere.',
  params: byId,
  errors: ['user_not_found', 'not_yourself'],
});

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/users/:id/unblock/',
  access: 'member',
  emulating: 'refused',
  summary: 'Unblock a member.',
  params: byId,
  errors: ['user_not_found'],
});

export const listBlockedUsers = endpoint({
  method: 'GET',
  path: '/users/blocked/',
  access: 'member',
  summary: 'The members the caller has blocked.',
  query: pageQuery(),
  returns: pageOf(Person.extend({ blocked_at: Instant })),
});

export const getBlockStatus = endpoint({
  method: 'GET',
  path: '/users/:id/block-status/',
  access: 'member',
  summary: 'Whether the caller has blocked this member.',
  params: byId,
  returns: z.object({ is_blocked: z.boolean() }),
  errors: ['user_not_found'],
});
