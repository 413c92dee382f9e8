import type { MessageBase } from '@spotter/contract/messages.ts';
import { personJsonSql } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';

type Fields = {
  /** The column that names the chat. */
  chatId: string;
  reader: string;
  /** Whether the sender or the reader has blocked the other. */
  hidden: string;
  /** Extra fields of kinds other than text. */
  parts: Record<string, string>;
};

/** SQL of a message as the reader sees it: m is the message, u its sender. A hidden one shows only its time. */
export function messageJsonSql({ chatId, reader, hidden, parts }: Fields): string {
  const unlessHidden = (value: string) => `case when not ${hidden} then ${value} end`;
  const fields: Record<string, string> = {
    id: 'm.id',
    [chatId]: `m.${chatId}`,
    seq: 'm.seq',
    client_nonce: `case when m.sender_id = ${reader} then m.client_nonce end`,
    kind: `case when ${hidden} then 'text' else m.kind end`,
    sender: `case when u.id is not null and not ${hidden} then ${personJsonSql('u')} end`,
    content: `case when ${hidden} then '' else m.content end`,
    is_hidden: hidden,
    created_at: instantSql('m.created_at'),
    edited_at: unlessHidden(instantSql('m.edited_at')),
    deleted_at: unlessHidden(instantSql('m.deleted_at')),
  };
  for (const [name, value] of Object.entries(parts)) fields[name] = unlessHidden(value);
  return `json_build_object(${Object.entries(fields).map(([name, value]) => `'${name}', ${value}`)})`;
}

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
