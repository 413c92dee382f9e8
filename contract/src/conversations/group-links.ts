import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, FileUrl, Id, Token } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { Conversation } from './conversations.ts';

const byToken = z.object({ token: Token });
const errors = ['conversation_not_found', 'group_only', 'access_denied'] as const;
const GroupLink = z.object({ url: z.string() });

export const getGroupLink = endpoint({
  method: 'GET',
  path: '/conversations/:id/link/',
  access: 'member',
  emulating: 'refused',
  summary: "A group's link, for its admins; null while there is none.",
  params: byId,
  returns: GroupLink.nullable(),
  errors,
});

export const createGroupLink = endpoint({
  method: 'POST',
  path: '/conversations/:id/link/',
  access: 'member',
  emulating: 'refused',
  demo: 'refused',
  needsVerifiedEmail: true,
  summary: "Make a link with which people of the caller's gyms join a group. It replaces an earlier one, which ends.",
  params: byId,
  returns: GroupLink,
  status: 201,
  errors,
  limit: 'create',
});

export const deleteGroupLink = endpoint({
  method: 'DELETE',
  path: '/conversations/:id/link/',
  access: 'member',
  emulating: 'refused',
  summary: "End a group's link; a repeat changes nothing.",
  params: byId,
  errors,
});

export const getLinkedGroup = endpoint({
  method: 'GET',
  path: '/conversations/links/:token/',
  access: 'member',
  emulating: 'refused',
  summary:
    'The group that a link leads to: its name and faces, which its admins chose to show, and nothing that was said there.',
  params: byToken,
  returns: z.object({
    conversation_id: Id.nullable().describe('Null for a caller who is not in the group yet.'),
    name: z.string(),
    picture_url: FileUrl.nullable(),
    member_count: z.number().int(),
    people: z.array(Person).describe('Up to six members, the longest-standing first.'),
  }),
  errors: ['group_link_not_found'],
});

export const joinGroupByLink = endpoint({
  method: 'POST',
  path: '/conversations/links/:token/join/',
  access: 'member',
  shows: 'private',
  emulating: 'refused',
  summary: 'Join a group by its link; a member of it just gets the group.',
  params: byToken,
  returns: Conversation,
  errors: ['group_link_not_found', 'group_full', 'removed_from_group'],
  limit: 'message',
});
