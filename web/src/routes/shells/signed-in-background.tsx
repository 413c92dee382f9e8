import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { conversationsMeanwhile } from '#features/conversations/meanwhile.ts';
import { friendsMeanwhile } from '#features/friends/meanwhile.ts';
import { useOnboardingWish } from '#features/onboarding/use-onboarding-wish.ts';
import { sessionsMeanwhile } from '#features/sessions/meanwhile.ts';
import { accountNotice } from '#platform/login/login-actions.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { isNative } from '#platform/native-app.ts';
import { useKept } from '#platform/offline/use-kept.ts';
import { AskBeforeSignOut } from '#platform/outbox/ask-before-sign-out.tsx';
import { onWritesNeeded } from '#platform/outbox/tab-outbox.ts';
import { sayMeanwhile } from '#platform/outbox/told.ts';
import { useOutbox } from '#platform/outbox/use-outbox.ts';
import { hearOpenedNotifications } from '#platform/pwa/opened-notifications.ts';
import { keepPushes } from '#platform/pwa/push.ts';
import { useLiveStream } from '#platform/realtime/use-live-stream.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { applyLiveEvent } from '#routes/live.ts';
import { useOpenPlace } from '#routes/modals/use-open-place.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useKeptReplies } from './use-kept-replies.ts';

// Most visits find nothing that waits, and load no definitions for it.
onWritesNeeded(async () => Object.values((await import('#routes/writes.ts')).allWrites));
sayMeanwhile({ ...sessionsMeanwhile, ...friendsMeanwhile, ...conversationsMeanwhile });

export default function SignedInBackground() {
  const { user, emulation } = useLogin();
  // No data of an emulated organization stays on the super admin's device.
  const reader = emulation ? undefined : user?.id;
  useLiveStream(applyLiveEvent);
  useKept(reader);
  useReadAhead(reader, user?.is_demo_user ?? false);
  useOutbox(reader);
  useKeptPushes(reader);
  useOpenedNotifications();
  useKeptReplies(reader);
  useAccountNotice();
  return (
    <>
      <PullToRefresh />
      {emulation ? null : <OnboardingWish />}
      {emulation ? null : <AskBeforeSignOut />}
    </>
  );
}

/** The first screen and the first taps come before it. */
const READ_AHEAD_AFTER_MS = 4_000;

function useReadAhead(id: string | undefined, is_demo_user: boolean) {
  const queryClient = useQueryClient();
  const { gym } = useLogin();
  useEffect(() => {
    if (!id || !gym) return;
    const read = () => {
      // Without a worker the app doesn't open offline.
      if (!isNative() && !navigator.serviceWorker?.controller) return;
      import('#routes/read-ahead.ts')
        .then(({ readAhead }) => readAhead(queryClient, gym, { id, is_demo_user }))
        .catch((error: unknown) => console.warn("Couldn't read ahead for offline", error));
    };
    const timer = setTimeout(read, READ_AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [queryClient, gym, id, is_demo_user]);
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
