import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { AppleMark, GoogleMark } from './provider-marks.tsx';
import { dataIn, problemOf, socialAnswer, socialErrorText } from './social-answer.ts';
import { leaveFor, useSignInMethods } from './social-buttons.tsx';
import { type AppleData, type GoogleData, type Provider, providerName, socialData } from './social-data.ts';
import { endTrip, linkReturn } from './social-trip.ts';

const failed: Record<Provider, string> = { google: 'Failed to link Google account', apple: 'Unable to link account' };

/** Google and Apple as further ways to sign in to the current account. */
export function LinkedProviders() {
  const user = useUser();
  const methods = useSignInMethods();
  const [asking, setAsking] = useState<Provider | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const began = useRef(false);

  // Back from the provider: its proof waits here for the password.
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    const back = linkReturn.take();
    if (!back) {
      for (const provider of ['google', 'apple'] as const) if (socialData(provider).read()) setAsking(provider);
      return;
    }
    endTrip();
    const wrong = problemOf(back);
    if (wrong) return setProblem(wrong);
    void socialAnswer(back).then(
      (answer) => {
        const data = dataIn(answer);
        if (!data) return setProblem('Unable to link account');
        socialData(back.provider).write(data as GoogleData & AppleData);
        setAsking(back.provider);
      },
      (error: unknown) => setProblem(socialErrorText(error, back.provider)),
    );
  }, []);

  const offered = (['google', 'apple'] as const).filter(
    (provider) => methods.data?.[provider] || user[`${provider}_id`],
  );
  if (offered.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base">Ways to sign in</h3>
      {problem ? <Banner>{problem}</Banner> : null}
      <ul className="flex flex-col gap-3">
        {offered.map((provider) => {
          const linked = user[`${provider}_id`] !== null;
          const config = methods.data?.[provider];
          return (
            <li key={provider} className="flex flex-col gap-4 rounded-card border border-border p-4">
              <div className="flex items-center gap-3">
                <span className="[&_svg]:size-5">{provider === 'google' ? <GoogleMark /> : <AppleMark />}</span>
                <span className="flex-1">
                  <span className="font-medium">{providerName[provider]}</span>
                  <span className="block text-sm text-text-secondary">{linked ? 'Linked' : 'Not linked'}</span>
                </span>
                {asking === provider ? null : linked ? (
                  <Button variant="secondary" size="sm" onClick={() => setAsking(provider)}>
                    Unlink
                  </Button>
                ) : config ? (
                  <Button variant="secondary" size="sm" onClick={() => void leaveFor(provider, config, 'link')}>
                    Link {providerName[provider]}
                  </Button>
                ) : null}
              </div>
              {asking === provider ? (
                <Confirm provider={provider} linked={linked} onDone={() => setAsking(null)} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Changing a sign-in method requires the current password. */
function Confirm({ provider, linked, onDone }: { provider: Provider; linked: boolean; onDone: () => void }) {
  const { has_password } = useUser();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const name = providerName[provider];
  const leave = () => {
    socialData(provider).remove();
    onDone();
  };

  const change = useMutation({
    mutationFn: () => {
      const current_password = has_password ? password : undefined;
      if (linked)
        return provider === 'google'
          ? api.unlinkGoogle({ body: { current_password } })
          : api.unlinkApple({ body: { current_password } });
      if (provider === 'google') {
        const data = socialData('google').read();
        if (!data) throw new Error('Nothing to link');
        return api.linkGoogle({ body: { google_id: data.google_id, google_data: data, current_password } });
      }
      const data = socialData('apple').read();
      if (!data) throw new Error('Nothing to link');
      return api.linkApple({ body: { apple_id: data.apple_id, apple_data: data, current_password } });
    },
    onSuccess: (user) => {
      queryClient.setQueryData(loginKeys.me, user);
      toasts.success(linked ? `${name} unlinked` : `${name} linked`);
      leave();
    },
  });
  const missing = has_password && password === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!missing && !change.isPending) change.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {change.isError ? <Banner>{errorText(change.error, failed[provider])}</Banner> : null}
      {has_password ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={tried && missing ? 'Password is required' : null}
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          {linked ? `Unlink ${name}` : `Link ${name}`}
        </Button>
      </div>
    </form>
  );
}
