import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';

/** Who gets a mail about notifications, and whom it names: `about_ids`. */
type Receiver = {
  email: string;
  first_name: string;
  timezone: string | null;
  language: string | null;
  about_ids: string[];
};

const receiverStatement = statement('receiver-of-mail', {
  organizationId: 'uuid',
  userId: 'uuid',
  ids: 'uuid[]',
})<Receiver>(
  `select u.email, u.first_name, u.timezone,
    (select l.language from logins l where l.user_id = u.id and l.language is not null
      order by l.last_used_at desc limit 1) as language,
    array(select a.user_id from notification_actors a
        where a.organization_id = $organizationId and a.notification_id = any($ids)
      union select unnest(array[s.title_by, s.cancel_reason_by]) from notifications n
        join sessions s on s.organization_id = n.organization_id and s.id = n.session_id
        where n.organization_id = $organizationId and n.id = any($ids)
      union select c.name_by from notifications n
        join conversations c on c.organization_id = n.organization_id and c.id = n.conversation_id
        where n.organization_id = $organizationId and n.id = any($ids)
      except select null) as about_ids
  from users u where u.id = $userId`,
);

export async function readReceiver(
  tx: Db,
  mail: { organizationId: string; userId: string; ids: readonly string[] },
): Promise<Receiver> {
  const [receiver] = await run(tx, receiverStatement, mail);
  return receiver!;
}

const dropStatement = statement('drop-mails-between', { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' })(
  `delete from mails where organization_id = $organizationId and id in (
    select m.id from mails m join users u on lower(u.email) = lower(m.to_address) and u.id in ($userId, $otherId)
    where m.organization_id = $organizationId and m.kind in ('notification', 'digest') and m.sent_at is null
      and m.about_ids && array[$userId, $otherId] and m.about_ids <> '{}'
      and m.about_ids @> array[case when u.id = $userId then $otherId else $userId end]
    for update of m skip locked)`,
);

/** After a block: drops mails to one of the two that name the other and still wait for the mail server. */
export const dropMailsBetween = (tx: Db, pair: { organizationId: string; userId: string; otherId: string }): void =>
  send(tx, dropStatement, pair);
