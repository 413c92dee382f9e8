import { lazy, Suspense, useState } from 'react';
import type { ReportProps } from '#platform/people/safety.tsx';

/** Rarely needed. */
const ReportWindow = lazy(() => import('./report-window.tsx'));

/** Asks for a reason, sends the report, and then offers to block the person. */
export function ReportDialog({ reported, onClose, onBlocked = onClose }: ReportProps) {
  const open = reported !== null;
  const [wasOpen, setWasOpen] = useState(false);
  const [shown, setShown] = useState(reported);
  const [sent, setSent] = useState(false);
  // It starts when it opens: callers may name the same thing anew at every render. While it closes it still shows what it was about.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setShown(reported);
      setSent(false);
    }
  }
  if (!shown) return null;
  return (
    <Suspense>
      <ReportWindow
        open={open}
        reported={shown}
        sent={sent}
        onSent={() => setSent(true)}
        onClose={onClose}
        onBlocked={onBlocked}
      />
    </Suspense>
  );
}
