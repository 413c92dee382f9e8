import { useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { ApiError, messageOf } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { contractResolver, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { draftOf, dropDraft, useDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { isRecord } from '#platform/storage/safe-storage.ts';
import { carriedLook, lookToSend } from '#platform/theme/carried-look.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { EmailField, NameFields, PhoneField } from '#ui/form/contact-fields.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { CarriedLookNote } from './carried-look-note.tsx';
import { TermsLabel } from './gym-steps.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const DRAFT = 'register-gym-simple';
const empty = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  gym_name: '',
  password: '',
  confirm_password: '',
  agree_to_terms: false,
};
type Values = typeof empty;

const rules = contractResolver<Values>(async () => {
  const { SimpleGymRegistration } = await import('@spotter/contract/gyms/gyms.ts');
  return {
    safeParse(input) {
      const values = input as Values;
      const result = SimpleGymRegistration.safeParse(values);
      const issues = result.success ? [] : [...result.error.issues];
      if (values.password !== values.confirm_password)
        issues.push({ code: 'custom', path: ['confirm_password'], message: 'Passwords do not match', input });
      return issues.length === 0 ? { success: true } : { success: false, error: { issues } };
    },
  };
});

/** Section 8: only this page falls back to the first value of the body. */
function problemText(error: unknown): string {
  const body = error instanceof ApiError ? error.body : null;
  if (error instanceof ApiError && error.status === 0) return error.message;
  const first = isRecord(body) ? Object.values(body).flat()[0] : undefined;
  return messageOf(body) ?? (typeof first === 'string' ? first : 'Failed to register gym. Please try again.');
}

type Payload = Parameters<typeof api.registerGymSimplified>[0]['body'];

export function SimpleGymForm({ onRegistered }: { onRegistered: (answer: Answer<'registerGymSimplified'>) => void }) {
  const form = useForm<Values>({ defaultValues: { ...empty, ...draftOf<Values>(DRAFT) }, resolver: rules });
  useDraft(DRAFT, form);
  const password = form.watch('password');
  const registration = useSubmit(
    (body: Payload, options) => api.registerGymSimplified({ body }, options),
    (answer) => {
      dropDraft(DRAFT);
      carriedLook.remove();
      onRegistered(answer);
    },
  );
  const refused = serverFieldErrors(registration.error);
  const errorOf = (field: keyof Values) => form.formState.errors[field]?.message ?? refused.get(field);
  const field = (name: keyof Values) => ({ error: errorOf(name), ...form.register(name) });
  const send = form.handleSubmit((values) => registration.submit({ ...values, ...lookToSend() } as Payload));

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      {registration.isError ? <Banner>{problemText(registration.error)}</Banner> : null}
      <CarriedLookNote />
      <TextField label="Gym name" autoComplete="organization" {...field('gym_name')} />
      <NameFields first={field('first_name')} last={field('last_name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <EmailField {...field('email')} />
        <PhoneField {...field('phone')} />
      </div>
      <NewPasswordFields typed={password} password={field('password')} confirmation={field('confirm_password')} />
      <Checkbox label={<TermsLabel />} {...field('agree_to_terms')} />
      <Button type="submit" size="lg" full loading={registration.sending}>
        Start your free trial
      </Button>
    </form>
  );
}
