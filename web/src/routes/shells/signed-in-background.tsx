import { sessionChat } from '#features/sessions/messages/session-chat.ts';
import { useOutbox } from '#platform/chat/use-outbox.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { useKept } from '#platform/offline/use-kept.ts';
import { useLiveStream } from '#platform/realtime/use-live-stream.ts';
import { applyLiveEvent } from '#routes/live.ts';

export default function SignedInBackground() {
  const { user, emulation } = useLogin();
  // Nothing of an organization that is only visited stays on the visitor's device.
  const reader = emulation ? undefined : user?.id;
  useLiveStream(applyLiveEvent);
  useKept(reader);
  useOutbox(sessionChat.outbox, reader);
  return null;
}
