import { useQuery } from '@tanstack/react-query';
import { Eye, Megaphone, Pencil, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { nameOf } from '#platform/people/face.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { ProgressBar } from '#ui/status/progress.tsx';
import { SkeletonCards } from '#ui/status/skeleton.tsx';
import { progressOf, stateOf } from './announcement.words.ts';
import {
  ANNOUNCEMENTS_PER_PAGE,
  type Announcement,
  announcementsQuery,
  useCancelAnnouncement,
} from './announcements.queries.ts';

type Props = {
  onCreate: () => void;
  onEdit: (announcement: Announcement) => void;
  previewOf: (announcement: Announcement) => ReactNode;
};

/** Announcements with who read them; the latest first. */
export function AnnouncementList({ onCreate, onEdit, previewOf }: Props) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Announcement | null>(null);
  const [ending, setEnding] = useState<Announcement | null>(null);
  const cancel = useCancelAnnouncement();
  const list = useQuery(announcementsQuery(page));
  if (list.isPending) return <SkeletonCards className="h-24" />;
  if (list.isError) return <ErrorState title="Couldn't load announcements" onRetry={() => void list.refetch()} />;
  if (list.data.count === 0)
    return (
      <EmptyState
        icon={<Megaphone />}
        title="No announcements yet"
        text="Tell members about new equipment, holiday hours or an open day. You'll see here how many have read it."
        action={
          <Button variant="secondary" onClick={onCreate}>
            Write announcement
          </Button>
        }
      />
    );
  return (
    <>
      <ul aria-label="Announcements" className="flex flex-col gap-3">
        {list.data.results.map((announcement) => (
          <Row
            key={announcement.id}
            announcement={announcement}
            onShow={() => setShown(announcement)}
            onEdit={() => onEdit(announcement)}
            onCancel={() => setEnding(announcement)}
          />
        ))}
      </ul>
      <Pager page={page} pageSize={ANNOUNCEMENTS_PER_PAGE} count={list.data.count} onPage={setPage} />
      <Modal open={shown !== null} onOpenChange={(open) => open || setShown(null)} title="As members see it" size="sm">
        {shown ? previewOf(shown) : null}
      </Modal>
      <Dialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title="Cancel this announcement?"
        description={ending ? `“${ending.title}” won't go out. It stays on this list.` : undefined}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setEnding(null)}>
            Keep it
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              if (ending) cancel.mutate(ending.id);
              setEnding(null);
            }}
          >
            Cancel announcement
          </Button>
        </div>
      </Dialog>
    </>
  );
}

type RowProps = { announcement: Announcement; onShow: () => void; onEdit: () => void; onCancel: () => void };

function Row({ announcement, onShow, onEdit, onCancel }: RowProps) {
  const { title, gym, author, status, recipients, read_count } = announcement;
  const { label, tone } = stateOf(announcement);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border p-4">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span dir="auto" className="min-w-0 break-words font-semibold">
            {title}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="break-words text-sm text-text-secondary">
          {[gym?.name ?? 'Everyone', author ? `by ${nameOf(author)}` : null, progressOf(announcement)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {status === 'sent' && recipients > 0 ? (
          <ProgressBar label="Read" value={read_count} max={recipients} className="max-w-60" />
        ) : null}
      </div>
      <div className="flex flex-wrap gap-1">
        <Button variant="secondary" size="sm" icon={<Eye />} aria-label={`Preview ${title}`} onClick={onShow}>
          Preview
        </Button>
        {status === 'scheduled' ? (
          <>
            <Button variant="secondary" size="sm" icon={<Pencil />} aria-label={`Edit ${title}`} onClick={onEdit}>
              Edit
            </Button>
            <Button variant="secondary" size="sm" icon={<X />} aria-label={`Cancel ${title}`} onClick={onCancel}>
              Cancel
            </Button>
          </>
        ) : null}
      </div>
    </li>
  );
}
