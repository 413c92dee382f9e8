import { longestInviteCode } from '@spotter/contract/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { pendingInvite } from './pending-invite.ts';

/** The only screen for a user without a gym: how to join one. */
export function JoinYourGym() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // A visitor who followed an invite and signed in instead of registering already has its code.
  const [code, setCode] = useState(() => {
    const invite = pendingInvite.read();
    return invite?.type === 'org' ? invite.code : '';
  });
  const redeem = useMutation({
    mutationFn: () => api.redeemInviteCode({ body: { code: code.trim() } }),
    // The gym brings its own theme, sessions and members, so everything is read again.
    onSuccess: () => {
      pendingInvite.remove();
      return queryClient.invalidateQueries();
    },
    // With several locations, the invite's own page asks which one.
    onError: (error) => {
      if (error instanceof ApiError && error.details.gym_id) void navigate(`/i/org/${encodeURIComponent(code.trim())}`);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() !== '') redeem.mutate();
  }

  return (
    <Card className="mx-auto flex w-full max-w-md flex-col gap-5 p-6">
      <div className="flex flex-col gap-1.5">
        <h2 className="text-xl">Join your gym</h2>
        <p className="text-text-secondary">Enter the code your gym gave you to see its sessions and people.</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {redeem.isError ? <Banner>{errorText(redeem.error, 'Invalid or expired invite code.')}</Banner> : null}
        <TextField
          label="Invite code"
          maxLength={longestInviteCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value.toUpperCase().slice(0, longestInviteCode))}
        />
        <Button type="submit" full size="lg" disabled={code.trim() === ''} loading={redeem.isPending}>
          Join
        </Button>
      </form>
      <p className="text-sm text-text-secondary">
        Gym not on Spotter yet?{' '}
        <Link to="/nominate" className="font-semibold text-primary-text hover:underline">
          Request your gym
        </Link>
      </p>
    </Card>
  );
}
