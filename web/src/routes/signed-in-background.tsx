import { useLiveStream } from '#platform/realtime/use-live-stream.ts';
import { applyLiveEvent } from '#routes/live.ts';

export default function SignedInBackground() {
  useLiveStream(applyLiveEvent);
  return null;
}
