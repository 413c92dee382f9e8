import type { MessageBase } from '@spotter/contract/messages.ts';
import { personJsonSql } from '#features/users/index.ts';
import { instantSql, jsonTextSql } from '#platform/db/json.ts';

type Fields = {
  /** The column that names the chat. */
  chatId: string;
  reader: string;
  /** Whether the sender or the reader has blocked the other. */
  hidden: string;
  /** Extra fields of kinds other than text; null where the message is known to have none. */
  parts: Record<string, string | null>;
  /** Extra fields that are JSON lists, empty when null or hidden. */
  lists?: Record<string, string | null>;
};

/** SQL of a message as the reader sees it, as JSON text: m is the message, u its sender. A hidden one shows only its time. */
export function messageTextSql({ chatId, reader, hidden, parts, lists = {} }: Fields): string {
  const unlessHidden = (value: string) => ({ any: `case when not ${hidden} then ${value} end` });
  return jsonTextSql({
    id: { quoted: 'm.id' },
    [chatId]: { quoted: `m.${chatId}` },
    seq: { plain: 'm.seq' },
    client_nonce: { any: `case when m.sender_id = ${reader} then m.client_nonce end` },
    kind: { quoted: `case when ${hidden} then 'text' else m.kind end` },
    sender: { plain: `coalesce(case when not ${hidden} then ${personJsonSql('u')}::text end, 'null')` },
    content: { any: `case when ${hidden} then '' else m.content end` },
    is_hidden: { flag: hidden },
    created_at: { quoted: instantSql('m.created_at') },
    edited_at: unlessHidden(instantSql('m.edited_at')),
    deleted_at: unlessHidden(instantSql('m.deleted_at')),
    ...mapValues(parts, (value) => (value === null ? { plain: "'null'" } : unlessHidden(value))),
    ...mapValues(lists, (value) => ({
      plain: value === null ? "'[]'" : `coalesce(case when not ${hidden} then ${value} end::text, '[]')`,
    })),
  });
}

/** SQL of a message's words for those who judge a report: a poll's options stand below its question. */
export const wordsSql = (
  m: string,
) => `${m}.content || coalesce((select string_agg(E'\\n– ' || coalesce(nullif(o ->> 'text', ''), o ->> 'starts_at'), '' order by place)
  from jsonb_array_elements(${m}.details -> 'options') with ordinality as given (o, place)), '')`;

const mapValues = <V, R>(values: Record<string, V>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** The same message for a reader from whom it is hidden. */
export const hideMessage = <M extends MessageBase>(message: M, parts: Partial<M>): M => ({
  ...message,
  client_nonce: null,
  kind: 'text',
  sender: null,
  content: '',
  is_hidden: true,
  edited_at: null,
  deleted_at: null,
  ...parts,
});
