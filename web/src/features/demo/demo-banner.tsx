import { isOrgAdmin } from '@spotter/contract/roles.ts';
import { Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { carriedLook } from '#platform/theme/carried-look.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { chosenLook } from './chosen-look.ts';
import { useLeaveDemo, useSwitchDemoPersona } from './demo.queries.ts';
import { demoExpiry } from './demo-storage.ts';
import { timeLeft } from './time-left.ts';

/** Keeps the demo's look for a registration, also for a visitor whose demo ends meanwhile. */
function useKeepLook() {
  const { gymConfig } = useLogin();
  const { accessible_gyms } = useUser();
  const theme = gymConfig?.theme;
  const business_type = accessible_gyms.length > 1 ? 'multiple' : 'single';
  useEffect(() => {
    if (theme) carriedLook.write({ business_type, look: chosenLook(theme) });
  }, [theme, business_type]);
}

/** Says that this is a demo and how long it lasts. Leads to its owner's view, and to a gym of one's own. `guide`: more to try. */
export default function DemoBanner({ guide }: { guide?: ReactNode }) {
  const user = useUser();
  const [now, setNow] = useState(Date.now);
  const { leaving, leave } = useLeaveDemo();
  const persona = useSwitchDemoPersona();
  useKeepLook();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const end = user.demo_expires_at ?? demoExpiry.read();
  const left = end ? timeLeft(end, now) : null;
  const isOwner = isOrgAdmin(user.role);
  const name = user.demo_persona ?? `${user.first_name} ${user.last_name}`;

  return (
    <>
      <section
        aria-label="Demo"
        className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1.5 border-border border-b bg-primary-soft px-2 py-2 md:px-4 text-sm print:hidden"
      >
        <span className="inline-flex items-center gap-2">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 text-primary-text" />
          <span>
            You're trying Spotter as <span className="font-semibold">{name}</span>
            {isOwner ? ', the owner' : ''}.{' '}
            {left ? (
              <span data-figures="" className="whitespace-nowrap">
                {left} left.
              </span>
            ) : null}
          </span>
        </span>
        <span className="flex flex-wrap items-center justify-center gap-1.5 md:gap-2">
          {guide}
          <Button
            variant="secondary"
            size="xs"
            loading={persona.isPending || persona.isSuccess}
            onClick={() => persona.mutate(isOwner ? 'member' : 'owner')}
          >
            {isOwner ? 'See it as a member' : 'See it as the owner'}
          </Button>
          <Button size="xs" loading={leaving} onClick={() => leave('/register/gym')}>
            Make it yours
          </Button>
        </span>
      </section>
      <Dialog
        open={end !== null && left === null}
        onOpenChange={() => leave('/')}
        title="This demo has ended."
        footer={
          <>
            <Button
              variant="secondary"
              disabled={leaving}
              className="whitespace-nowrap max-md:px-3"
              onClick={() => leave('/')}
            >
              Back to Homepage
            </Button>
            <Button loading={leaving} onClick={() => leave('/register/gym')}>
              Make it yours
            </Button>
          </>
        }
      >
        <p className="text-text-secondary">
          We've cleared its data. Make it yours and keep the look you chose. Setup takes 5 minutes, and the pilot is
          free.
        </p>
      </Dialog>
    </>
  );
}
