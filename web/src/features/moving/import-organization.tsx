import { largestArchive } from '@spotter/contract/desk/moving-limits.ts';
import { setupMailsAMinute } from '@spotter/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { ProgressBar } from '#ui/status/progress.tsx';

type Props = { open: boolean; onClose: () => void; onImported: () => void };

/** Brings an organization over from another installation, from the zip file of its export. */
export function ImportOrganization({ open, onClose, onImported }: Props) {
  return (
    <Modal open={open} onOpenChange={(isOpen) => isOpen || onClose()} title="Import organization" size="sm">
      {open ? <ImportForm onClose={onClose} onImported={onImported} /> : null}
    </Modal>
  );
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function ImportForm({ onClose, onImported }: Omit<Props, 'open'>) {
  const [file, setFile] = useState<File | null>(null);
  const [sendSetup, setSendSetup] = useState(false);
  const [sent, setSent] = useState(0);
  const isTooLarge = file !== null && file.size > largestArchive;
  const run = useMutation({
    mutationFn: (body: File) =>
      api.importOrganization({ query: { send_setup: sendSetup }, body }, { onProgress: setSent }),
    onSuccess: ({ organization, members, sessions }) => {
      toasts.success(`${organization.name} is here`, {
        text: `${members.toLocaleString()} members and ${sessions.toLocaleString()} sessions were imported.`,
      });
      onImported();
      onClose();
    },
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    event.target.value = '';
    if (!chosen) return;
    setFile(chosen);
    setSent(0);
    run.reset();
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="text-text-secondary">
        Choose the zip file of an export from another Spotter installation. All of it is imported, or nothing.
      </p>
      <label className="flex cursor-pointer flex-col items-center gap-2 rounded-card border-2 border-border-control/60 border-dashed px-6 py-8 text-center transition hover:border-primary-text has-focus-visible:outline-2 has-focus-visible:outline-primary-text">
        <PackageOpen aria-hidden="true" className="size-8 text-primary-text" />
        <span className="max-w-full break-words font-medium">{file ? file.name : 'Choose a zip file'}</span>
        <span className="text-sm text-text-secondary">
          {file ? 'Choose another file' : `Up to ${megabytes(largestArchive)} MB`}
        </span>
        <input
          type="file"
          accept=".zip,application/zip"
          aria-label="Zip file"
          className="sr-only"
          disabled={run.isPending}
          onChange={choose}
        />
      </label>
      {isTooLarge ? (
        <Banner title="This file is too large to upload">
          Uploads can have up to {megabytes(largestArchive)} MB. Import it at the server's terminal instead: npm run
          import-organization -- FILE
        </Banner>
      ) : null}
      <Switch
        label="Email setup codes"
        hint={`Goes to all active members, up to ${setupMailsAMinute} a minute. Without it, they sign in with “Forgot password?”.`}
        checked={sendSetup}
        disabled={run.isPending}
        onChange={(event) => setSendSetup(event.target.checked)}
      />
      {run.isPending ? (
        <div role="status" aria-busy="true">
          {sent < 1 ? (
            <ProgressBar label="Uploading" value={Math.round(sent * 100)} />
          ) : (
            <p className="flex items-center gap-3 text-sm text-text-secondary">
              <Spinner /> Checking and importing. This can take a minute.
            </p>
          )}
        </div>
      ) : null}
      {run.isError ? <Refusal error={run.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={file === null || isTooLarge} loading={run.isPending} onClick={() => file && run.mutate(file)}>
          Import organization
        </Button>
      </div>
    </div>
  );
}

/** The server's sentence, and the file and row at fault. */
function Refusal({ error }: { error: unknown }) {
  const [fault] = error instanceof ApiError ? (error.details.file ?? []) : [];
  return (
    <Banner title={errorText(error, "Couldn't import it. Try again.")}>
      {fault ?? 'Nothing in this installation has changed.'}
    </Banner>
  );
}
