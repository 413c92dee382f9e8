import { useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';

type Props = { open: boolean; onClose: () => void; onAdded: () => void };

/** A new super admin, who gets a setup code by email. */
export function AddSuperUser({ open, onClose, onAdded }: Props) {
  return (
    <Modal open={open} onOpenChange={(next) => next || onClose()} title="Add super admin" size="sm">
      {open ? <Fields onClose={onClose} onAdded={onAdded} /> : null}
    </Modal>
  );
}

type Values = { first_name: string; last_name: string; email: string };

function Fields({ onClose, onAdded }: Omit<Props, 'open'>) {
  const { register, handleSubmit } = useForm<Values>({ defaultValues: { first_name: '', last_name: '', email: '' } });
  const send = useSubmit(
    (body: Values, options) => api.createSuperUser({ body }, options),
    ({ first_name }) => {
      toasts.success(`We mailed ${first_name} a setup code`);
      onAdded();
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error);
  const errorOf = (name: keyof Values) => refused.get(name);
  const submit = handleSubmit((values) => send.submit(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && refused.size === 0 ? (
        <Banner>{bannerText(send.error, [], "Couldn't add the super admin. Try again.")}</Banner>
      ) : null}
      <p className="text-text-secondary">
        A super admin can enter every organization and change everything on this platform. They get a setup code by
        email.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" error={errorOf('first_name')} {...register('first_name')} />
        <TextField label="Last name" error={errorOf('last_name')} {...register('last_name')} />
      </div>
      <EmailField label="Email" autoComplete="off" error={errorOf('email')} {...register('email')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.sending}>
          Add super admin
        </Button>
      </div>
    </form>
  );
}
