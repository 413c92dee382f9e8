import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { sizeWords } from '#ui/size-words.ts';
import { Banner } from '#ui/status/banner.tsx';
import { myStorageQuery } from './users.queries.ts';

const exportName = (now: Date) => `spotter-data-export-${now.toISOString().slice(0, 10)}.json`;

/** Exports the member's data and deletes the account. */
export function AccountSettings({ onDeleted }: { onDeleted: () => void }) {
  const brand = useLogin().gymConfig?.organization?.name ?? 'Spotter';
  const [deleting, setDeleting] = useState(false);
  const { data: storage } = useQuery(myStorageQuery());
  const exporting = useMutation({
    mutationFn: () => api.exportMyData(),
    onSuccess: (content) => saveFile(content, exportName(new Date())),
    onError: (error) => toasts.error(errorText(error, "Couldn't export your data. Try again.")),
  });
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-col items-start gap-3">
        <h3 className="text-base">Your data</h3>
        <p className="text-text-secondary">Everything {brand} knows about you, in one file you can keep.</p>
        {storage ? (
          <p className="text-text-secondary">
            Photos: {sizeWords(storage.used_bytes)} of {sizeWords(storage.most_bytes)}
          </p>
        ) : null}
        <Button
          variant="secondary"
          icon={<Download />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export my data
        </Button>
      </section>
      <section className="flex flex-col items-start gap-3">
        <h3 className="text-base">Delete account</h3>
        <p className="text-text-secondary">
          This permanently removes your profile, friends, messages and spots in sessions. Export your data first if you
          want a copy.
        </p>
        <Button variant="danger" icon={<Trash2 />} onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </section>
      <DeleteDialog open={deleting} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </div>
  );
}

function DeleteDialog({ open, onClose, onDeleted }: { open: boolean; onClose: () => void; onDeleted: () => void }) {
  const [password, setPassword] = useState('');
  const remove = useMutation({ mutationFn: () => api.deleteMe({ body: { password } }), onSuccess: onDeleted });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '') remove.mutate();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Delete your account?"
      description="You can't undo this. Enter your password to confirm."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {remove.isError ? <Banner>{errorText(remove.error, "Couldn't delete your account. Try again.")}</Banner> : null}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="danger" loading={remove.isPending} disabled={password === ''}>
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
