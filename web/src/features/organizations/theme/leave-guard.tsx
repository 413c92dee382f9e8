import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { useBackStep, useLeaveSteps } from '#ui/layer/back-steps.ts';
import { Dialog } from '#ui/layer/dialog.tsx';

/** Where the admin wanted to go: an address of the app, or one step back. */
type Target = string | -1;

/** The address of a plain click on a link within the app. */
function linkOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin)
    return null;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  return link.pathname === window.location.pathname ? null : `${link.pathname}${link.search}${link.hash}`;
}

/** Asks before leaving with changes that aren't published. They stay on this device either way. */
export function LeaveGuard({ isActive, onPublish }: { isActive: boolean; onPublish: () => void }) {
  const navigate = useNavigate();
  const leaveSteps = useLeaveSteps();
  const [target, setTarget] = useState<Target | null>(null);
  useBackStep(isActive && target === null, () => setTarget(-1));
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const stop = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link);
    };
    window.addEventListener('beforeunload', ask);
    document.addEventListener('click', stop, true);
    return () => {
      window.removeEventListener('beforeunload', ask);
      document.removeEventListener('click', stop, true);
    };
  }, [isActive]);
  const leave = () => {
    const to = target;
    leaveSteps(() => (to === -1 ? void navigate(-1) : void navigate(to ?? '/admin')));
  };
  return (
    <Dialog
      open={target !== null}
      onOpenChange={(open) => open || setTarget(null)}
      title="Leave without publishing?"
      description="Your members keep seeing the old theme. Your draft stays on this device."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={leave}>
          Leave
        </Button>
        <Button variant="secondary" onClick={() => setTarget(null)}>
          Keep editing
        </Button>
        <Button
          onClick={() => {
            setTarget(null);
            onPublish();
          }}
        >
          Publish…
        </Button>
      </div>
    </Dialog>
  );
}
