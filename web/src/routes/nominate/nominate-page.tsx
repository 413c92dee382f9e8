import { PartyPopper } from 'lucide-react';
import { useState } from 'react';
import { NominationForm } from '#features/gyms/nominations/nomination-form.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';

export function NominatePage() {
  usePageTitle('Nominate your gym');
  const [sent, setSent] = useState<string | null>(null);
  if (sent) return <Sent gymName={sent} onAnother={() => setSent(null)} />;
  return (
    <GuestShell wide>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">Nominate your gym</h1>
          <p className="text-text-secondary">
            Tell us where you train and why it should be on Spotter. We'll talk to the owner.
          </p>
        </div>
        <NominationForm onSent={setSent} />
      </div>
    </GuestShell>
  );
}

function Sent({ gymName, onAnother }: { gymName: string; onAnother: () => void }) {
  const { user } = useLogin();
  return (
    <GuestShell>
      <div className="flex flex-col items-start gap-5">
        <span className="grid size-16 place-items-center rounded-full bg-status-success-bg text-status-success-text">
          <PartyPopper aria-hidden="true" className="size-7" />
        </span>
        <h1 className="text-2xl">Thank you for your nomination</h1>
        <p role="status" className="text-lg text-text-secondary">
          We'll get in touch with <span className="font-semibold text-text-primary">{gymName}</span> and let you know
          how it goes.
        </p>
        <div className="flex flex-wrap gap-3">
          <a href={user ? '/app' : '/'} className={buttonClass({ size: 'lg' })}>
            {user ? 'Go to App' : 'Back to Homepage'}
          </a>
          <Button variant="secondary" size="lg" onClick={onAnother}>
            Nominate another gym
          </Button>
        </div>
      </div>
    </GuestShell>
  );
}
