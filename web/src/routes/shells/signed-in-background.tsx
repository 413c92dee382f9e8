import { useEffect, useState } from 'react';
import { conversationChat } from '#features/conversations/conversation-chat.ts';
import { useOnboardingWish } from '#features/onboarding/use-onboarding-wish.ts';
import { sessionChat } from '#features/sessions/messages/session-chat.ts';
import { joinQueue } from '#features/sessions/spots/join-queue.ts';
import { useOutbox } from '#platform/chat/use-outbox.ts';
import { accountNotice } from '#platform/login/login-actions.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useKept } from '#platform/offline/use-kept.ts';
import { hearOpenedNotifications } from '#platform/pwa/opened-notifications.ts';
import { keepPushes } from '#platform/pwa/push.ts';
import { useLiveStream } from '#platform/realtime/use-live-stream.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { applyLiveEvent } from '#routes/live.ts';
import { useOpenPlace } from '#routes/modals/use-open-place.ts';

export default function SignedInBackground() {
  const { user, emulation } = useLogin();
  // No data of an emulated organization stays on the super admin's device.
  const reader = emulation ? undefined : user?.id;
  useLiveStream(applyLiveEvent);
  useKept(reader);
  useOutbox(sessionChat.outbox, reader);
  useOutbox(conversationChat.outbox, reader);
  useOutbox(joinQueue, reader);
  useKeptPushes(reader);
  useOpenedNotifications();
  useAccountNotice();
  return emulation ? null : <OnboardingWish />;
}

/** A tapped push opens its place and marks it read. */
function useOpenedNotifications() {
  const openPlace = useOpenPlace();
  useEffect(() => hearOpenedNotifications(openPlace), [openPlace]);
}

function useKeptPushes(reader: string | undefined) {
  useEffect(() => {
    if (reader)
      keepPushes(reader).catch((error: unknown) => console.warn("Couldn't renew pushes in this browser", error));
  }, [reader]);
}

/** On every page, including those without the tour. A super admin inside an organization has no tour to reset. */
function OnboardingWish() {
  useOnboardingWish();
  return null;
}

/** After another tab switched accounts, this tab has reloaded and names the new account, until that one signs out. */
function useAccountNotice() {
  const { emulation } = useLogin();
  const { first_name, last_name } = useUser();
  const who = emulation
    ? `You're now viewing ${emulation.organization_name} as its admin`
    : `You're now signed in as ${`${first_name} ${last_name}`.trim()}`;
  // Kept as it was at the start: a name changed later is no news.
  const [news] = useState(() => accountNotice.read() !== null && who);
  useEffect(() => {
    if (!news) return;
    accountNotice.remove();
    const text = 'The account was changed in another tab.';
    const notice = toasts.info(news, { text, duration: Number.POSITIVE_INFINITY });
    return () => toasts.dismiss(notice);
  }, [news]);
}
