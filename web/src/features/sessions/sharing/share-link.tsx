import { useQuery } from '@tanstack/react-query';
import { Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { LinkBox } from '#platform/links/link-box.tsx';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { type Shared, shareSessionQuery, useRevokeSessionShare } from './sharing.queries.ts';

/** The public link: copy it, send it to another app, or show it as a QR code. The host and the gym's managers can end it. */
export function ShareLink({ session }: { session: Shared }) {
  const [isEnded, setEnded] = useState(false);
  const needsEmail = useNeedsVerifiedEmail();
  const link = useQuery({ ...shareSessionQuery(session.id), enabled: !isEnded && !needsEmail });
  if (needsEmail) return <VerifyEmail to="to share a link" />;
  if (isEnded)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-text-secondary">The link is off. Create a new one when you want to share again.</p>
        <Button variant="secondary" icon={<Link2 />} onClick={() => setEnded(false)}>
          Create new link
        </Button>
      </div>
    );
  if (link.isError) return <Banner tone="info">{errorText(link.error, "Couldn't load the link. Try again.")}</Banner>;
  return (
    <LinkBox address={link.data?.share_url} title={session.title}>
      {session.can_change_series ? <EndLink session={session} onEnded={() => setEnded(true)} /> : null}
    </LinkBox>
  );
}

/** Asks first, because the link stops working for everyone. */
function EndLink({ session, onEnded }: { session: Shared; onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeSessionShare(session, onEnded);
  return (
    <>
      <Button variant="ghost" icon={<Link2Off />} onClick={() => setAsking(true)}>
        End link
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title="End this link?"
        description="It stops working for everyone who has it. People who joined stay in."
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep link
            </Button>
            <Button
              variant="danger"
              loading={revoke.isPending}
              onClick={() => revoke.mutate(undefined, { onSettled: () => setAsking(false) })}
            >
              End link
            </Button>
          </>
        }
      />
    </>
  );
}
