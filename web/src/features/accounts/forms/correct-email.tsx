import { longestEmail } from '@spotter/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { type Account, useRefreshAccounts } from '../accounts.queries.ts';
import { currentOf, FormButtons } from './account-form.tsx';

/** Another email for someone who has never signed in; what went to the old address stops working. */
export function CorrectEmail({ account, onClose }: { account: Account; onClose: () => void }) {
  const refresh = useRefreshAccounts();
  const [email, setEmail] = useState(account.email);
  const [version, setVersion] = useState(account.version);
  const send = useSubmit(
    async (wanted: string) => {
      try {
        return await api.correctUserEmail({ params: { id: account.id }, body: { email: wanted, version } });
      } catch (error) {
        const current = currentOf(error);
        if (current) setVersion(current.version);
        // Somebody came in meanwhile, or the menu shows an old state.
        if (error instanceof ApiError && error.status === 409) void refresh();
        throw error;
      }
    },
    (saved) => {
      void refresh();
      toasts.success(`${saved.first_name}'s email is now ${saved.email}`);
      onClose();
    },
  );
  const [refused] = serverFieldErrors(send.error).values();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.submit(email);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {send.isError && !refused ? (
        <Banner>{bannerText(send.error, [], "Couldn't change the email. Try again.")}</Banner>
      ) : null}
      <EmailField
        autoComplete="off"
        maxLength={longestEmail}
        value={email}
        error={refused}
        onChange={(event) => {
          setEmail(event.target.value);
          if (send.isError) send.reset();
        }}
      />
      <p className="text-sm text-text-secondary">
        The setup code sent to {account.email} stops working. If {account.first_name} was invited, a new one goes to the
        new address. You can do this until they sign in for the first time.
      </p>
      <FormButtons onClose={onClose} sending={send.sending} label="Correct email" />
    </form>
  );
}
