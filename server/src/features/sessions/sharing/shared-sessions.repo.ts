import { facesInList } from '@spotter/contract/sessions/limits.ts';
import type { SharedSession } from '@spotter/contract/sessions/sharing.ts';
import type { z } from 'zod';
import { blockedBetween } from '#features/users/index.ts';
import { timeJsonSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { availableSpotsSql, zoneSql } from '../sessions.read.ts';

/** Links that are revoked, or of a past, cancelled, demo or invite-only session, look exactly like unknown tokens. */
const fromTokenSql = `
  from sessions s
    join organizations o on o.id = s.organization_id and o.is_active and not o.is_demo
    join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id and g.is_active
    join users c on c.id = s.creator_id
  where s.share_token = $token and s.status = 'active' and not s.invite_only and s.ends_at > now()
    and not ${blockedBetween('$userId', 'c.id', 's.organization_id')}`;

// Readers in the same organization see more of the host than strangers do.
const known = 's.organization_id is not distinct from $organizationId';

const personJson = (person: string) => `json_build_object(
  'name', case when ${known} then btrim(${person}.first_name || ' ' || ${person}.last_name) else ${person}.first_name end,
  'initials', upper(left(${person}.first_name, 1) || left(${person}.last_name, 1)),
  'avatar_color', ${person}.avatar_color, 'avatar_url', case when ${known} then '/files/' || ${person}.avatar_key end)`;

const sharedStatement = statement('shared-session', {
  token: 'text',
  referrerCode: 'text?',
  userId: 'uuid?',
  organizationId: 'uuid?',
  zone: 'text?',
})<{ shared: z.infer<typeof SharedSession> }>(
  `select json_build_object(
    'id', s.id, 'title', s.title, 'description', s.description,
    'start_time', ${timeJsonSql('s.starts_at', zoneSql)},
    'duration', s.duration_minutes, 'session_duration_minutes', s.duration_minutes,
    'workout_type', s.workout_type,
    'session_types', array(select t.name from session_types t
      where t.organization_id = s.organization_id and t.id = s.session_type_id),
    'current_participants', s.current_participants, 'participants_count', s.current_participants,
    'max_participants', s.max_participants, 'available_spots', ${availableSpotsSql},
    'creator', json_build_object('id', c.id,
      'full_name', case when ${known} then btrim(c.first_name || ' ' || c.last_name) else c.first_name end,
      'email', case when ${known} then c.email end,
      'initials', upper(left(c.first_name, 1) || left(c.last_name, 1)), 'avatar_color', c.avatar_color,
      'avatar_url', case when ${known} then '/files/' || c.avatar_key end, 'personal_share_code', case when ${known} then c.personal_share_code end),
    'organization', json_build_object('id', o.id, 'name', o.name), 'gym', json_build_object('id', g.id, 'name', g.name),
    'shared_by', (select ${personJson('r')} from users r
      where r.personal_share_code = $referrerCode and r.organization_id = s.organization_id and r.is_active
        and r.id <> c.id and not ${blockedBetween('$userId', 'r.id', 's.organization_id')}),
    'participants', array(select ${personJson('u')} from session_participants p join users u on u.id = p.user_id
      where p.organization_id = s.organization_id and p.session_id = s.id
        and not ${blockedBetween('$userId', 'u.id', 's.organization_id')}
      order by u.id <> c.id, p.joined_at, u.id limit ${facesInList}),
    'user_is_participant', exists (select from session_participants p
      where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = $userId)) as shared
  ${fromTokenSql}`,
);

type Reader = { userId: string | null; organizationId: string | null; zone: string | null };

export async function readSharedSession(read: Read, token: string, reader: Reader, referrerCode: string | null = null) {
  const [row] = await read(sharedStatement, { ...reader, token, referrerCode });
  return row?.shared ?? null;
}

type Place = { organizationId: string; gymId: string; sessionId: string };

const placeStatement = statement('shared-session-spot', { token: 'text', userId: 'uuid?' })<Place>(
  `select s.organization_id as "organizationId", s.gym_id as "gymId", s.id as "sessionId" ${fromTokenSql}`,
);

/** Where a share link leads. */
export async function findSharedPlace(read: Read, token: string, userId: string | null) {
  const [row] = await read(placeStatement, { token, userId });
  return row ?? null;
}
