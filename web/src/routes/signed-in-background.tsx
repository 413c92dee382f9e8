import { useOutbox } from '#features/sessions/use-outbox.ts';
import { useLiveStream } from '#platform/realtime/use-live-stream.ts';
import { useSession } from '#platform/session/session.tsx';
import { applyLiveEvent } from '#routes/live.ts';

export default function SignedInBackground() {
  const { user } = useSession();
  useLiveStream(applyLiveEvent);
  useOutbox(user?.id);
  return null;
}
