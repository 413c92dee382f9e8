import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Archive, Bell, BellOff, Check, MessageCircle } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { pullsToRefresh } from '#ui/pulls-to-refresh.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { type SwipeAction, SwipeRow } from '#ui/swipe-row.tsx';
import { PersonFace } from '../conversation-face.tsx';
import { useMuteConversation, useOpenDirectConversation } from '../conversations.mutations.ts';
import {
  type Conversation,
  conversationsIn,
  conversationsQuery,
  foundMessagesQuery,
  isMuted,
  messageRequestsQuery,
  namedConversationsQuery,
  peopleQuery,
} from '../conversations.queries.ts';
import { useMarkWholeRead } from '../thread/use-mark-read.ts';
import { ConversationRow, rowClass } from './conversation-row.tsx';
import { FoundMessageRow } from './found-message-row.tsx';
import { type ListRow, listRows } from './list-rows.ts';

/** The parts of the list. */
type Box = 'active' | 'requests' | 'archived';

/** Where a conversation stands; null for a declined request. */
function boxOf({ request, is_archived }: Conversation): Box | null {
  if (request === 'received') return 'requests';
  if (request === 'declined') return null;
  return is_archived ? 'archived' : 'active';
}

type Props = {
  openId: string | undefined;
  /** Opens a chat, at a message if a number is given. */
  onOpen: (id: string, seq?: number) => void;
  onNew: () => void;
};

/** Chats by their last message. A search finds chats and people by name, and messages by their words. */
export function ConversationList({ openId, onOpen, onNew }: Props) {
  const reader = useUser();
  const [text, setText] = useState('');
  const [box, setBox] = useState<Box>('active');
  const wanted = useDeferredValue(text.trim());
  const requests = useInfiniteQuery(messageRequestsQuery());
  const waiting = requests.data?.pages[0]?.count ?? 0;
  // The last request answered leads back to the chats.
  if (box === 'requests' && waiting === 0) setBox('active');
  const chats = useInfiniteQuery(conversationsQuery(box === 'archived'));
  const list = box === 'requests' ? requests : chats;
  const named = useQuery(namedConversationsQuery(wanted));
  const people = useInfiniteQuery({ ...peopleQuery(wanted), enabled: wanted.length > 1 });
  const found = useInfiniteQuery(foundMessagesQuery(wanted));
  const openDirect = useOpenDirectConversation(onOpen);
  const now = useNow(60_000);
  const isSearch = wanted !== '';
  const pages = isSearch ? found : list;
  const held = conversationsIn(list.data).filter((one) => boxOf(one) === box);
  const known = new Set(held.map(({ id }) => id));
  const others = isSearch ? (named.data ?? []).filter(({ id }) => !known.has(id)) : [];
  const rows = listRows({
    conversations: [...held, ...others],
    people: wanted.length > 1 ? (people.data ?? []) : [],
    messages: wanted.length > 1 ? (found.data?.pages.flatMap(({ results }) => results) ?? []) : [],
    text: wanted,
    readerId: reader.id,
  });

  const mute = useMuteConversation();
  const markRead = useMarkWholeRead();
  function swipesOf(conversation: Conversation): { left?: SwipeAction; right?: SwipeAction } {
    // A request is answered first.
    if (conversation.request !== null) return {};
    const left: SwipeAction = isMuted(conversation, now)
      ? { label: 'Unmute', icon: <Bell />, onSelect: () => void mute({ conversation, value: null }) }
      : { label: 'Mute', icon: <BellOff />, onSelect: () => void mute({ conversation, value: 'indefinite' }) };
    if (conversation.unread_count === 0) return { left };
    return { left, right: { label: 'Mark read', icon: <Check />, onSelect: () => markRead(conversation) } };
  }

  function row(item: ListRow): ReactNode {
    if (item.kind === 'heading')
      return <h3 className="px-3 pt-4 pb-1 font-semibold text-sm text-text-secondary">{item.text}</h3>;
    if (item.kind === 'person')
      return (
        <button
          type="button"
          disabled={openDirect.isPending}
          onClick={() => openDirect.mutate(item.person.id)}
          className={`${rowClass} hover:bg-bg-secondary`}
        >
          <PersonFace person={item.person} />
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {nameOf(item.person)}
          </span>
        </button>
      );
    if (item.kind === 'message') {
      const { conversation_id, seq } = item.found;
      return <FoundMessageRow found={item.found} now={now} onOpen={() => onOpen(conversation_id, seq)} />;
    }
    const { conversation } = item;
    return (
      <SwipeRow {...swipesOf(conversation)}>
        <ConversationRow
          conversation={conversation}
          isOpen={conversation.id === openId}
          now={now}
          onOpen={() => onOpen(conversation.id)}
        />
      </SwipeRow>
    );
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col gap-2.5 px-3 pt-1 pb-2">
        <SearchField label="Search chats, people and messages" placeholder="Search" value={text} onChange={setText} />
        <div className="flex flex-wrap gap-2">
          <Chip selected={box === 'active'} onToggle={() => setBox('active')}>
            Chats
          </Chip>
          {waiting > 0 ? (
            <Chip selected={box === 'requests'} onToggle={() => setBox('requests')}>
              Requests {waiting}
            </Chip>
          ) : null}
          <Chip selected={box === 'archived'} icon={<Archive aria-hidden="true" />} onToggle={() => setBox('archived')}>
            Archived
          </Chip>
        </div>
      </div>
      {list.isPending ? <ListSkeleton /> : null}
      {list.isError && !list.data ? (
        <ErrorState title="Couldn't load your chats" onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : null}
      {list.data && rows.length === 0 ? (
        <Nothing
          isSearch={isSearch}
          isSearching={[named, people, found].some((one) => one.isFetching)}
          box={box}
          onRequests={waiting > 0 ? () => setBox('requests') : undefined}
          onNew={onNew}
        />
      ) : null}
      {rows.length > 0 ? (
        <Rows
          rows={rows}
          render={row}
          hasMore={pages.hasNextPage}
          onMore={() => {
            if (!pages.isFetchingNextPage && !pages.isFetchNextPageError) void pages.fetchNextPage();
          }}
        />
      ) : null}
      {pages.isFetchNextPageError ? (
        <div className="shrink-0 px-3 pb-3">
          <SlimError text="Couldn't load more." onRetry={() => void pages.fetchNextPage()} />
        </div>
      ) : null}
    </div>
  );
}

/** Distance from the end, in rows, at which more are loaded. */
const NEAR_END = 10;

type RowsProps = { rows: ListRow[]; render: (row: ListRow) => ReactNode; hasMore: boolean; onMore: () => void };

/** Only visible rows are rendered. */
function Rows({ rows, render, hasMore, onMore }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 44 : 68),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && hasMore) onMore();
  });
  return (
    <div ref={scroller} {...pullsToRefresh} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      <ul aria-label="Chats" className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const row = rows[index];
          return row ? (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {render(row)}
            </li>
          ) : null;
        })}
      </ul>
      {hasMore ? <ListSkeleton rows={2} /> : null}
    </div>
  );
}

type NothingProps = {
  isSearch: boolean;
  isSearching: boolean;
  box: Box;
  /** Set while message requests wait. */
  onRequests: (() => void) | undefined;
  onNew: () => void;
};

function Nothing({ isSearch, isSearching, box, onRequests, onNew }: NothingProps) {
  if (isSearch)
    return (
      <p role="status" className="px-4 py-6 text-center text-text-secondary">
        {isSearching ? 'Searching…' : 'No chats, people or messages found.'}
      </p>
    );
  if (box === 'archived')
    return (
      <EmptyState icon={<Archive />} title="Nothing archived" text="Archived chats stay here until someone writes." />
    );
  return (
    <EmptyState
      icon={<MessageCircle />}
      title="No chats yet"
      text={
        onRequests ? 'Someone wants to message you.' : 'Message a friend or start a group to plan your next session.'
      }
      action={<Button onClick={onRequests ?? onNew}>{onRequests ? 'See requests' : 'Start a chat'}</Button>}
    />
  );
}

const ListSkeleton = ({ rows = 5 }) => (
  <div role="status" aria-busy="true" aria-label="Loading chats" className="flex flex-col gap-5 px-5 pt-3">
    {[1, 2, 3, 4, 5].slice(0, rows).map((key) => (
      <span key={key} className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full" />
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3.5 w-4/5" />
        </span>
      </span>
    ))}
  </div>
);
