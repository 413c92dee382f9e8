import { useQuery } from '@tanstack/react-query';
import { Check, MessageCircle, Search, Send } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useUser } from '#platform/login/use-login.ts';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { type ConversationItem, conversationsQuery, type Shared, useShareSessionToChat } from './sharing.queries.ts';

/** Above this number a search field appears. */
const SEARCH_FROM = 7;

type Person = ConversationItem['participants'][number];

/** The reader's conversations, each with a send button. */
export function ShareToChat({ session, onOpenChat }: { session: Shared; onOpenChat: (id: string) => void }) {
  const me = useUser();
  const conversations = useQuery(conversationsQuery());
  const [text, setText] = useState('');
  if (conversations.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading chats" className="flex flex-col gap-3">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-12" />
        ))}
      </div>
    );
  if (!conversations.data)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-text-secondary">
        Couldn't load your chats.
        <Button variant="secondary" size="sm" onClick={() => void conversations.refetch()}>
          Try again
        </Button>
      </p>
    );
  const all = conversations.data.results
    // Nothing more goes out while a first message waits.
    .filter(({ request }) => request === null)
    .map((conversation) => {
      const others = conversation.participants.filter(({ id }) => id !== me.id);
      return { conversation, others, name: conversation.name ?? others.map(nameOf).join(', ') };
    });
  if (all.length === 0)
    return (
      <p className="flex items-center gap-3 text-sm text-text-secondary">
        <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
        Your chats show up here, so you can send a session in one tap.
      </p>
    );
  const wanted = text.trim().toLocaleLowerCase();
  const found = all.filter(({ name, others }) =>
    [name, ...others.map(nameOf)].some((given) => given.toLocaleLowerCase().includes(wanted)),
  );
  return (
    <div className="flex flex-col gap-2">
      {all.length >= SEARCH_FROM ? (
        <TextField
          label="Find a chat"
          hideLabel
          placeholder="Find a chat"
          icon={<Search aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className="-mx-2 max-h-76 overflow-y-auto overscroll-contain">
        {found.map(({ conversation, others, name }) => (
          <Row
            key={conversation.id}
            session={session}
            conversation={conversation}
            others={others}
            name={name}
            onOpenChat={() => onOpenChat(conversation.id)}
          />
        ))}
      </ul>
      {found.length === 0 ? <p className="text-sm text-text-secondary">No chats by that name.</p> : null}
    </div>
  );
}

type RowProps = {
  session: Shared;
  conversation: ConversationItem;
  others: Person[];
  name: string;
  onOpenChat: () => void;
};

function Row({ session, conversation, others, name, onOpenChat }: RowProps) {
  const share = useShareSessionToChat(session);
  const { type, picture_url } = conversation;
  const [first, second] = type === 'group' ? others : others.slice(0, 1);
  const send = () =>
    share.mutate(conversation, {
      onError: (error) => toasts.error(errorText(error, `Couldn't send it to ${name}. Try again.`)),
    });
  return (
    <li className="flex min-h-14 items-center gap-3 rounded-card px-2 py-1.5">
      <span aria-hidden="true" className="relative size-11 shrink-0">
        {picture_url ? (
          <Avatar name={name} src={picture_url} decorative />
        ) : first && second ? (
          <>
            <span className="absolute top-0 left-0">
              <Avatar {...faceOf(first)} size="sm" decorative />
            </span>
            <span className="absolute right-0 bottom-0">
              <Avatar {...faceOf(second)} size="sm" decorative className="ring-2 ring-bg-raised" />
            </span>
          </>
        ) : (
          <Avatar {...(first ? faceOf(first) : { name })} decorative />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="truncate font-medium">
          {name}
        </span>
        {type === 'group' ? (
          <span className="truncate text-sm text-text-secondary">{conversation.participants.length} people</span>
        ) : null}
      </span>
      {share.isSuccess ? (
        <>
          <span role="status" className="flex items-center gap-1.5 font-semibold text-sm text-status-success-text">
            <Check aria-hidden="true" className="size-4" />
            Sent
          </span>
          <Button variant="secondary" size="sm" aria-label={`Open chat with ${name}`} onClick={onOpenChat}>
            Open
          </Button>
        </>
      ) : (
        <Button
          variant="soft"
          size="sm"
          icon={<Send />}
          aria-label={`Send to ${name}`}
          loading={share.isPending}
          onClick={send}
        >
          Send
        </Button>
      )}
    </li>
  );
}
