import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { conversationName } from './conversation.words.ts';
import { type Conversation, foundMessagesQuery } from './conversations.queries.ts';
import { FoundMessageRow } from './list/found-message-row.tsx';

type Props = { conversation: Conversation; onClose: () => void; onShow: (seq: number) => void };

/** Messages of one chat by their words; a tap shows one where it was written. */
export default function SearchInChat({ conversation, onClose, onShow }: Props) {
  const reader = useUser();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wanted = useDebounced(text.trim());
  const query = useInfiniteQuery(foundMessagesQuery(wanted, conversation.id));
  const now = useNow(60_000);
  const found = wanted.length > 1 ? (query.data?.pages.flatMap(({ results }) => results) ?? []) : [];
  const name = conversationName(conversation, reader.id);
  return (
    <Modal open onOpenChange={onClose} title={`Search in ${name}`} initialFocus={field}>
      <div className="flex flex-col gap-3">
        <SearchField
          ref={field}
          label="Search this chat"
          placeholder="Search messages"
          value={text}
          onChange={setText}
        />
        {wanted.length < 2 ? (
          <EmptyState icon={<Search />} title="Find a message" text="Type a word someone wrote in this chat." />
        ) : null}
        {query.isError && found.length === 0 ? (
          <ErrorState
            title="Couldn't search this chat"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : null}
        {query.isLoading && found.length === 0 ? (
          <div role="status" aria-busy="true" aria-label="Searching" className="flex flex-col gap-4 px-3 pt-2">
            {[1, 2, 3].map((key) => (
              <Skeleton key={key} className="h-10 w-full" />
            ))}
          </div>
        ) : null}
        {wanted.length > 1 && query.data && found.length === 0 ? (
          <p role="status" className="py-6 text-center text-text-secondary">
            No messages found.
          </p>
        ) : null}
        {found.length > 0 ? (
          <ul aria-label="Messages found" className="-mx-3 flex flex-col">
            {found.map((one) => (
              <li key={one.message_id}>
                <FoundMessageRow found={{ ...one, conversation_name: '' }} now={now} onOpen={() => onShow(one.seq)} />
              </li>
            ))}
          </ul>
        ) : null}
        {query.hasNextPage && found.length > 0 ? (
          <Button
            variant="secondary"
            className="self-center"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show older messages
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}
