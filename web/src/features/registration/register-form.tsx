import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { bannerText, contractResolver, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { draftOf, dropDraft, useDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, NameFields } from '#ui/form/contact-fields.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { GymChoice } from './gym-choice.tsx';
import { chosenGym, invitePart, mustChooseGym, type RegistrationInvite } from './invite-part.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const DRAFT = 'register';
const empty = { email: '', first_name: '', last_name: '', password: '', password_confirm: '', gym_id: '' };
type Values = typeof empty;

/** The contract's rules; the confirmation is compared even while another field is missing. */
const rulesFor = (invite: RegistrationInvite | null) =>
  contractResolver<Values>(async () => {
    const { InviteRegistration } = await import('@spotter/contract/auth.ts');
    return {
      safeParse(input) {
        const { gym_id, ...values } = input as Values;
        const result = InviteRegistration.safeParse(values);
        const issues = result.success ? [] : [...result.error.issues];
        if (values.password !== values.password_confirm)
          issues.push({ code: 'custom', path: ['password_confirm'], message: 'Passwords do not match', input });
        if (mustChooseGym(invite) && chosenGym(invite, gym_id) === null)
          issues.push({ code: 'custom', path: ['gym_id'], message: 'Please select a location', input });
        return issues.length === 0 ? { success: true } : { success: false, error: { issues } };
      },
    };
  });

type Props = {
  invite: RegistrationInvite | null;
  onRegistered: (answer: Answer<'register'>) => void;
};

export function RegisterForm({ invite, onRegistered }: Props) {
  const askForGym = mustChooseGym(invite);
  const [resolver] = useState(() => rulesFor(invite));
  const form = useForm<Values>({ defaultValues: { ...empty, ...draftOf<Values>(DRAFT) }, resolver });
  useDraft(DRAFT, form);
  const { errors } = form.formState;
  const [email, password, gymId] = form.watch(['email', 'password', 'gym_id']);

  const registration = useSubmit(
    (body: Parameters<typeof api.register>[0]['body'], options) =>
      invite ? api.registerWithInvite({ body }, options) : api.register({ body }, options),
    (answer) => {
      dropDraft(DRAFT);
      onRegistered(answer);
    },
  );
  const taken = registration.error instanceof ApiError && registration.error.code === 'email_taken';
  // A user who already has an account gets a link to sign in, which needs more room than a field error.
  const refused = serverFieldErrors(taken ? null : registration.error);
  const errorOf = (field: keyof Values) => errors[field]?.message ?? refused.get(field);
  const field = (name: keyof Values) => ({ error: errorOf(name), ...form.register(name) });
  const send = form.handleSubmit(({ gym_id, ...values }) =>
    registration.submit({ ...values, ...invitePart(invite, chosenGym(invite, gym_id || null)) }),
  );

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      {registration.isError ? <RegistrationProblem error={registration.error} taken={taken} email={email} /> : null}
      <EmailField {...field('email')} />
      {email.trim() === '' ? null : (
        <div className="flex animate-enter flex-col gap-5">
          <NameFields first={field('first_name')} last={field('last_name')} />
          <NewPasswordFields typed={password} password={field('password')} confirmation={field('password_confirm')} />
          {askForGym ? (
            <GymChoice
              gyms={invite?.gymOptions ?? []}
              value={gymId || null}
              onChange={(id) => form.setValue('gym_id', id, { shouldValidate: form.formState.isSubmitted })}
              error={errorOf('gym_id')}
            />
          ) : null}
        </div>
      )}
      <Button type="submit" size="lg" full loading={registration.sending}>
        Create account
      </Button>
    </form>
  );
}

function RegistrationProblem({ error, taken, email }: { error: unknown; taken: boolean; email: string }) {
  return (
    <Banner
      action={
        taken ? (
          <Link to={`/login?email=${encodeURIComponent(email.trim())}`} className="font-semibold underline">
            Sign in
          </Link>
        ) : undefined
      }
    >
      {bannerText(error, Object.keys(empty), 'Registration failed. Please try again.')}
    </Banner>
  );
}
