import { useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clearStoredData } from '#platform/login/clear-stored-data.ts';
import { logoutOnServer } from '#platform/login/logout-on-server.ts';
import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { demoExpiry } from './demo-storage.ts';
import { timeLeft } from './time-left.ts';

/** Leaving a demo loads a fresh page, so that no demo data stays behind. */
function useLeaveDemo() {
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const leave = async (to: string) => {
    setLeaving(true);
    await logoutOnServer();
    await clearStoredData(queryClient);
    window.location.assign(to);
  };
  return { leaving, leave: (to: string) => void leave(to) };
}

/** Says that this is a demo and how long it lasts, with a link to register a gym. */
export default function DemoBanner() {
  const user = useUser();
  const [now, setNow] = useState(Date.now);
  const { leaving, leave } = useLeaveDemo();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const end = user.demo_expires_at ?? demoExpiry.read();
  const left = end ? timeLeft(end, now) : null;
  const name = user.demo_persona ?? user.first_name;

  return (
    <>
      <section
        aria-label="Demo"
        className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1.5 border-border border-b bg-primary-soft px-4 py-2 text-sm"
      >
        <span className="inline-flex items-center gap-2">
          <Hourglass aria-hidden="true" className="size-4 text-primary-text" />
          <span>
            You're trying Spotter as <span className="font-semibold">{name}</span>.{' '}
            {left ? (
              <span data-figures="" className="whitespace-nowrap">
                {left} left.
              </span>
            ) : null}
          </span>
        </span>
        <Button size="xs" loading={leaving} onClick={() => leave('/register/gym')}>
          Register your gym
        </Button>
      </section>
      <Dialog
        open={end !== null && left === null}
        onOpenChange={() => leave('/')}
        title="This demo has ended."
        footer={
          <>
            <Button variant="secondary" disabled={leaving} onClick={() => leave('/')}>
              Back to Homepage
            </Button>
            <Button loading={leaving} onClick={() => leave('/register/gym')}>
              Register your gym
            </Button>
          </>
        }
      >
        <p className="text-text-secondary">
          We cleared everything in it. Ready for the real thing? Setup in 5 minutes, and the pilot is free.
        </p>
      </Dialog>
    </>
  );
}
