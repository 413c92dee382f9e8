import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { conversationChat } from '#features/conversations/conversation-chat.ts';
import { ConversationList } from '#features/conversations/list/conversation-list.tsx';
import { giveSharedPhotos } from '#features/conversations/shared-photos.ts';
import { draftNameOf } from '#platform/chat/chat.ts';
import { appendToTextDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { dropShare, readShare } from '#platform/pwa/shared-content.ts';
import { useModals } from '#routes/modals.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/status/banner.tsx';

const NewConversation = lazy(() => import('#features/conversations/people/new-conversation.tsx'));

const missedTexts: Record<string, string> = {
  photos: "The photos didn't come along. Choose a chat and add them there.",
  text: 'That text is too long to share. Choose a chat and paste it there.',
};

/** What another app shared goes into the composer of the chat that the member picks. Nothing is sent by itself. */
export function SharePage() {
  usePageTitle('Share to a chat');
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const missed = missedTexts[query.get('missed') ?? ''];
  const reader = useUser();
  const { data: shared } = useQuery({
    queryKey: ['shared-content', search],
    queryFn: () => readShare(new URLSearchParams(search), reader.id),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
  const modals = useModals();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isNew, setNew] = useState(false);
  if (!shared) return null;
  const { words, photos } = shared;
  async function leave() {
    await dropShare();
    await navigate('/app', { replace: true });
  }
  async function putInto(conversationId: string) {
    if (words) appendToTextDraft(reader.id, draftNameOf(conversationChat, conversationId), words);
    giveSharedPhotos(queryClient, conversationId, photos);
    await leave();
    modals.open({ name: 'messages', conversationId });
  }
  return (
    <div className="mx-auto flex h-[max(36rem,calc(100dvh-7rem))] max-w-lg flex-col gap-4 px-2 pt-4 md:h-[max(36rem,calc(100dvh-2.5rem))] md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3 px-2">
        <h1 className="text-2xl">Share to a chat</h1>
        <Button variant="ghost" size="sm" onClick={() => void leave()}>
          Cancel
        </Button>
      </div>
      {missed ? <Banner tone="info">{missed}</Banner> : null}
      {words || photos.length > 0 ? (
        <div className="mx-2 flex items-center gap-3 rounded-card bg-bg-secondary p-3 text-sm">
          {photos.length > 0 ? (
            <span className="flex shrink-0 items-center gap-2 font-semibold">
              <Image aria-hidden="true" className="size-5 text-primary-text" />
              {photos.length === 1 ? '1 photo' : `${photos.length} photos`}
            </span>
          ) : null}
          <p dir="auto" className="line-clamp-5 min-w-0 whitespace-pre-line break-words">
            {words}
          </p>
        </div>
      ) : null}
      <ConversationList openId={undefined} onOpen={(id) => void putInto(id)} onNew={() => setNew(true)} />
      <Suspense>
        {isNew ? <NewConversation open onClose={() => setNew(false)} onOpened={(id) => void putInto(id)} /> : null}
      </Suspense>
    </div>
  );
}
