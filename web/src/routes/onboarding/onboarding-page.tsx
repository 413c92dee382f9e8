import type { User } from '@spotter/contract/users/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type BusinessType, BusinessTypeStep } from '#features/onboarding/business-type-step.tsx';
import { type FirstGym, FirstGymStep } from '#features/onboarding/first-gym-step.tsx';
import { VerifyStep } from '#features/onboarding/verify-step.tsx';
import { loginKeys } from '#platform/api/login-keys.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Button } from '#ui/button.tsx';
import { useBackStep, useLeaveSteps } from '#ui/layer/back-steps.ts';
import { Stepper } from '#ui/stepper.tsx';

const STEPS = ['Verify email', 'Business type', 'Location'];

type Draft = { businessType: BusinessType | null; gym: FirstGym };

const isDraft = (value: unknown): value is Draft => isRecord(value) && isRecord(value.gym);
const storedDraft = storedJson(safeSessionStorage, 'draft:onboarding', isDraft);

/**
 * What the registration was told: it names a single location like its organization. The short form asks for no address,
 * and so for nothing of this.
 */
function toldBusinessType(user: User, gym: User['default_gym'] | undefined): BusinessType | null {
  if (user.accessible_gyms.length > 1) return 'multiple';
  if (!gym?.address) return null;
  return gym.name === user.organization?.name ? 'single' : 'multiple';
}

/** Starts with what the registration has answered. */
function firstDraft(user: User): Draft {
  const gym = user.default_gym ?? user.current_gym ?? user.accessible_gyms[0];
  const told: Draft = {
    businessType: toldBusinessType(user, gym),
    gym: {
      name: gym?.name ?? user.organization?.name ?? '',
      address: gym?.address ?? '',
      // A gym without an address was never asked for its zone, so its zone is a guess.
      zone: gym?.address ? gym.timezone : null,
      zonePicked: Boolean(gym?.address),
    },
  };
  return { ...told, ...storedDraft.read() };
}

/** The guard around this page redirects everyone else, including an owner who has just finished. */
export function OnboardingPage() {
  usePageTitle('Set up your gym');
  const user = useUser();
  const { signOut } = useLogin();
  const queryClient = useQueryClient();
  const [step, setStep] = useState(user.email_verified ? 1 : 0);
  const [{ businessType, gym }, setDraft] = useState(() => firstDraft(user));

  const change = useCallback((part: Partial<Draft>) => {
    setDraft((before) => {
      const next = { ...before, ...part };
      storedDraft.write(next);
      return next;
    });
  }, []);
  // Back and Forward lead to the step before and after, as in the registration.
  useBackStep(step === 2, () => setStep(1), { onForward: () => setStep(2) });
  const leaveSteps = useLeaveSteps();
  const changeGym = useCallback((next: FirstGym) => change({ gym: next }), [change]);

  return (
    <GuestShell brand={user.organization?.name} pitch="owner">
      <div className="flex flex-col gap-8">
        <Stepper label="Setting up" steps={STEPS} current={step} />
        {step === 0 ? (
          <VerifyStep
            email={user.email}
            codeSentAt={user.created_at}
            onVerified={(verified) => {
              if (verified) queryClient.setQueryData(loginKeys.me, verified);
              setStep(1);
            }}
          />
        ) : null}
        {step === 1 ? (
          <BusinessTypeStep
            value={businessType}
            onChange={(value) => change({ businessType: value })}
            onNext={() => setStep(2)}
          />
        ) : null}
        {step === 2 && businessType ? (
          <FirstGymStep
            businessType={businessType}
            gym={gym}
            onChange={changeGym}
            onBack={() => setStep(1)}
            onVerify={() => setStep(0)}
            onDone={() => {
              storedDraft.remove();
              leaveSteps(() => void queryClient.invalidateQueries());
            }}
          />
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3.5 self-start text-text-secondary"
          onClick={() => void signOut()}
        >
          Sign out
        </Button>
      </div>
    </GuestShell>
  );
}
