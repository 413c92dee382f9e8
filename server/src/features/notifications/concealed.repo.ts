import { blockedBetween } from '#features/users/index.ts';

const actorsSql = 'from notification_actors a where a.organization_id = $organizationId and a.notification_id = n.id';

const hasBlock = (as: 'blocker' | 'blocked', reader: string) =>
  `exists (select from blocks b where b.organization_id = $organizationId and b.${as}_id = ${reader})`;

/**
 * SQL for whether a block leaves nothing of a notification n for its reader: everybody it is about is hidden from them, or
 * the host of its session. The list, the counts, pushes and mails all ask this, so that they agree whenever the block came.
 */
export const isConcealed = (reader = '$userId') => `((${hasBlock('blocker', reader)} or ${hasBlock('blocked', reader)})
  and (n.former_actors = 0 and exists (select ${actorsSql})
      and not exists (select ${actorsSql} and not ${blockedBetween(reader, 'a.user_id')})
    or exists (select from sessions hosted where hosted.organization_id = $organizationId and hosted.id = n.session_id
      and ${blockedBetween(reader, 'hosted.creator_id')})))`;
