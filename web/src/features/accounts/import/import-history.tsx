import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Question } from '#ui/layer/question.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { useRefreshAccounts } from '../accounts.queries.ts';
import { type Import, importKeys, importsQuery } from './import.queries.ts';

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** The latest imports, each with its way back. */
export function ImportHistory() {
  const imports = useQuery(importsQuery());
  if (imports.isPending) return <SkeletonText lines={3} />;
  if (imports.isError) return <SlimError text="Couldn't load your imports" onRetry={() => void imports.refetch()} />;
  if (imports.data.results.length === 0)
    return <p className="text-sm text-text-secondary">Your imports show up here. You can undo each for a day.</p>;
  return (
    <ul aria-label="Imports" className="flex flex-col">
      {imports.data.results.map((one) => (
        <ImportRow key={one.id} one={one} />
      ))}
    </ul>
  );
}

function ImportRow({ one }: { one: Import }) {
  const refresh = useRefreshAccounts();
  const queryClient = useQueryClient();
  const [removed, setRemoved] = useState(0);
  const [isAsked, setAsked] = useState(false);
  const undo = useMutation({
    mutationFn: async () => {
      for (;;) {
        const part = await api.undoImport({ params: { id: one.id } });
        if (part.left === 0) return part;
        setRemoved(part.removed);
      }
    },
    onSuccess: ({ removed, kept }) => {
      toasts.success(`${removed.toLocaleString()} removed`, {
        ...(kept > 0 && { text: `${kept.toLocaleString()} stay because they've been used since.` }),
      });
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't undo the import. Try again.")),
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: importKeys.all })]),
  });
  const what = `${one.made.toLocaleString()} ${one.made === 1 ? one.kind.slice(0, -1) : one.kind}`;
  const canUndo = !one.undone_at && Date.parse(one.undo_until) > Date.now();
  return (
    <li className="flex flex-wrap items-center gap-3 border-border border-b py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate font-medium">{one.file_name}</p>
        <p className="text-sm text-text-secondary">
          {what} · {moment.format(new Date(one.created_at))}
          {one.created_by ? ` · ${nameOf(one.created_by)}` : ''}
          {one.undone_at ? ` · ${undoneInWords(one)}` : ''}
        </p>
        {undo.isPending && removed > 0 ? (
          <p role="status" className="text-sm text-text-secondary">
            {removed.toLocaleString()} of {one.made.toLocaleString()} removed
          </p>
        ) : null}
      </div>
      {canUndo ? (
        <Button variant="secondary" size="sm" loading={undo.isPending} onClick={() => setAsked(true)}>
          Undo
        </Button>
      ) : null}
      <Question
        open={isAsked}
        title="Undo this import?"
        text={`This deletes ${what} from ${one.file_name}. Anything used since then stays.`}
        no="Keep"
        yes="Undo import"
        onClose={() => setAsked(false)}
        onYes={() => undo.mutate()}
      />
    </li>
  );
}

/** 'Undone, 3 stayed because they've been used since'. */
function undoneInWords({ made, removed }: Import): string {
  const stayed = made - removed;
  if (stayed === 0) return 'Undone, nothing stayed';
  return `Undone, ${stayed.toLocaleString()} stayed because ${stayed === 1 ? "it's" : "they've"} been used since`;
}
