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

/** While active, the browser asks before the page is closed or reloaded. */
export function useUnloadQuestion(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}

/** Holds back who leaves the page while active, until `LeaveQuestion` is answered. */
export function useLeaveGuard(isActive: boolean) {
  const navigate = useNavigate();
  const leaveSteps = useLeaveSteps();
  const [target, setTarget] = useState<Target | null>(null);
  useBackStep(isActive && target === null, () => setTarget(-1));
  useUnloadQuestion(isActive);
  useEffect(() => {
    if (!isActive) return;
    const stop = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link);
    };
    document.addEventListener('click', stop, true);
    return () => {
      document.removeEventListener('click', stop, true);
      setTarget(null);
    };
  }, [isActive]);
  return {
    isAsking: target !== null,
    /** For places that are reached without a link. */
    goTo: (to: string) => (isActive ? setTarget(to) : void navigate(to)),
    stay: () => setTarget(null),
    leave: () => leaveSteps(() => (target === -1 ? void navigate(-1) : void navigate(target ?? '/admin'))),
  };
}

type Props = {
  guard: ReturnType<typeof useLeaveGuard>;
  title: string;
  text: string;
  /** What to do instead of leaving. */
  action?: { label: string; onSelect: () => void };
};

export function LeaveQuestion({ guard, title, text, action }: Props) {
  return (
    <Dialog open={guard.isAsking} onOpenChange={(open) => open || guard.stay()} title={title} description={text}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={guard.leave}>
          Leave
        </Button>
        <Button variant={action ? 'secondary' : 'primary'} onClick={guard.stay}>
          Keep editing
        </Button>
        {action ? (
          <Button
            onClick={() => {
              guard.stay();
              action.onSelect();
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
