import { useOutbox } from '#features/sessions/use-outbox.ts';
import { useKept } from '#platform/offline/use-kept.ts';
import { useLiveStream } from '#platform/realtime/use-live-stream.ts';
import { useSession } from '#platform/session/session.tsx';
import { applyLiveEvent } from '#routes/live.ts';

export default function SignedInBackground() {
  const { user, emulation } = useSession();
  // Nothing of an organisation that is only visited stays on the visitor's device.
  const reader = emulation ? undefined : user?.id;
  useLiveStream(applyLiveEvent);
  useKept(reader);
  useOutbox(reader);
  return null;
}
