import { longestEmail } from '@spotter/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { LinkBox } from '#platform/links/link-box.tsx';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { platformInviteQuery, useMailPlatformInvite } from './invite-friends.queries.ts';

/** The reader's personal link: friends who join with it are friends right away. */
export function InviteFriends({ gym }: { gym: string }) {
  const needsEmail = useNeedsVerifiedEmail();
  const invite = useQuery({ ...platformInviteQuery(), enabled: !needsEmail });
  if (needsEmail) return <VerifyEmail to="to invite friends" />;
  if (invite.isError)
    return <Banner tone="info">{errorText(invite.error, "Couldn't load your link. Try again.")}</Banner>;
  return (
    <div className="flex flex-col gap-7">
      <section className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h3 className="text-base">Your personal link</h3>
          <p className="text-sm text-text-secondary">Anyone who joins with it becomes your friend right away.</p>
        </div>
        <LinkBox address={invite.data?.invite_url} title={`Train with me at ${gym}`} startsWithCode />
      </section>
      <section className="flex flex-col gap-3">
        <h3 className="text-base">Invite by email</h3>
        <MailForm />
      </section>
    </div>
  );
}

function MailForm() {
  const [email, setEmail] = useState('');
  // The next address may be typed by then.
  const mail = useMailPlatformInvite((sent) => setEmail((typed) => (typed.trim() === sent ? '' : typed)));
  const { error } = mail;
  const fieldError = error instanceof ApiError ? error.details.email?.[0] : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() !== '') mail.mutate(email.trim());
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {error && !fieldError ? <Banner>{errorText(error, "Couldn't send the invite. Try again.")}</Banner> : null}
      <div className="flex items-start gap-2">
        <EmailField
          label="Friend's email"
          hideLabel
          placeholder="Their email"
          autoComplete="off"
          maxLength={longestEmail}
          icon={<Mail aria-hidden="true" />}
          className="min-w-0 flex-1"
          value={email}
          error={fieldError}
          onChange={(event) => {
            setEmail(event.target.value);
            if (error) mail.reset();
          }}
        />
        <Button type="submit" size="lg" disabled={email.trim() === ''} loading={mail.isPending}>
          Send invite
        </Button>
      </div>
    </form>
  );
}
