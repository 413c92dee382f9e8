import { Smartphone, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { dismissInstallOffer, isInstallOfferDue } from '#platform/pwa/install-offer.ts';
import { installPrompt, subscribeToInstallPrompt } from '#platform/pwa/install-prompt.ts';
import { type InstallWay, installWay } from '#platform/pwa/install-way.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Nudge } from '#ui/status/nudge.tsx';
import { useHasRoom } from '#ui/use-media-query.ts';

/** The steps in the words that the device itself uses. */
const steps: Record<Exclude<InstallWay, 'prompt'>, readonly string[]> = {
  'share-sheet': ['Tap the Share button in your browser.', 'Choose Add to Home Screen.', 'Tap Add.'],
  menu: ["Open your browser's menu.", 'Choose Install app or Add to Home screen.'],
  dock: ["Open Safari's File menu.", 'Choose Add to Dock.'],
};

/** Offers the app for the home screen from the second visit on. Turned down, it stays away for 90 days. */
export default function InstallOffer() {
  const { gymConfig } = useLogin();
  const { is_demo_user } = useUser();
  const hasRoom = useHasRoom();
  const way = useSyncExternalStore(subscribeToInstallPrompt, installWay);
  const [isDue, setDue] = useState(() => isInstallOfferDue(Date.now()));
  const [showsSteps, setShowsSteps] = useState(false);
  if (!isDue || !way || is_demo_user) return null;
  const organization = gymConfig?.organization;
  const name = organization?.white_label_enabled ? organization.name : 'Spotter';
  const dismiss = () => {
    dismissInstallOffer(Date.now());
    setDue(false);
  };
  async function install() {
    if ((await installPrompt()?.prompt())?.outcome !== 'accepted') dismiss();
    else setDue(false);
  }
  const button =
    way === 'prompt' ? (
      <Button variant="ghost" size="sm" onClick={() => void install()}>
        {hasRoom ? 'Install app' : 'Add to home screen'}
      </Button>
    ) : showsSteps ? null : (
      <Button variant="ghost" size="sm" onClick={() => setShowsSteps(true)}>
        Show me how
      </Button>
    );
  return (
    <Nudge
      label="Install the app"
      icon={<Smartphone aria-hidden="true" />}
      title={hasRoom ? 'Keep it handy.' : `Keep it handy: add ${name} to your home screen`}
      text={hasRoom ? `Install ${name} on this computer.` : null}
      action={
        <>
          {hasRoom ? button : null}
          <IconButton size="sm" label="Not now" icon={<X />} onClick={dismiss} />
        </>
      }
    >
      {showsSteps && way !== 'prompt' ? (
        <ol className="ml-5 flex list-decimal flex-col gap-1 text-sm">
          {steps[way].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : hasRoom ? null : (
        // Beside the words there is no room for it.
        <div className="-mt-3 flex pl-5">{button}</div>
      )}
    </Nudge>
  );
}
