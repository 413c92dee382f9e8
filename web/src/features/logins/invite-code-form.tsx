import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { inviteCodeTyped } from './login-rules.ts';

type Invite = Answer<'validateInviteCode'>;

/** Checks an invite code on the server and hands the result to its screen. */
export function InviteCodeForm({
  submitLabel,
  onValid,
}: {
  submitLabel: string;
  onValid: (code: string, invite: Invite) => void;
}) {
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  const validate = useMutation({
    mutationFn: async () => {
      const invite = await api.validateInviteCode({ body: { code: code.trim() } });
      return { invite, code: code.trim() };
    },
    onSuccess: (answer) => answer.invite.valid && onValid(answer.code, answer.invite),
  });
  const refused = validate.isSuccess && !validate.data.invite.valid;

  function submit(event: FormEvent) {
    event.preventDefault();
    setEmpty(code.trim() === '');
    if (code.trim() !== '') validate.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {validate.isError ? <Banner>{errorText(validate.error, 'Unable to validate invite')}</Banner> : null}
      {refused ? <Banner>{validate.data.invite.error ?? 'Invalid or expired invite code.'}</Banner> : null}
      <TextField
        label="Invite code"
        name="invite_code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="From your gym or its poster"
        value={code}
        onChange={(event) => {
          setCode(inviteCodeTyped(event.target.value));
          validate.reset();
        }}
        // Browsers don't submit on Enter while the button is disabled.
        onKeyDown={({ key }) => key === 'Enter' && setEmpty(code.trim() === '')}
        error={empty && code.trim() === '' ? 'Please enter an invite code' : null}
      />
      <Button type="submit" size="lg" full loading={validate.isPending} disabled={code.trim() === ''}>
        {submitLabel}
      </Button>
    </form>
  );
}
