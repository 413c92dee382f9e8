import { inRunningDatabase } from '../databases/running-database.ts';

/**
 * Adds numbered messages to a chat of the server that runs on a data folder, all at once and all read: a hundred a day in
 * runs by each of the two people, most of one line and some of several.
 */
export const addManyMessages = (dataDir: string, conversationId: string, count: number): Promise<void> =>
  inRunningDatabase(dataDir, async (client) => {
    await client.query(
      `with chat as (select * from conversations where id = $1), added as (
         insert into messages (organization_id, conversation_id, id, seq, sender_id, content, created_at)
         select organization_id, id, gen_random_uuid(), last_seq + n,
           case when n / 3 % 2 = 0 then user_low_id else user_high_id end,
           'Message ' || last_seq + n || case when n % 7 = 0 then repeat(' and one more set', n % 11 * 2) else '' end,
           now() - (($2 - n) / 100) * interval '1 day' - ($2 - n) % 100 * interval '1 minute'
         from chat, generate_series(1, $2::integer) n
       )
       update conversation_members m set last_read_seq = chat.last_seq + $2, delivered_seq = chat.last_seq + $2
       from chat where m.conversation_id = chat.id`,
      [conversationId, count],
    );
  });
