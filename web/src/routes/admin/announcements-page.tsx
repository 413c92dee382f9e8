import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStaff } from '#features/accounts/use-staff.ts';
import { AnnouncementForm, type AnnouncementTask, type Draft } from '#features/announcements/announcement-form.tsx';
import { AnnouncementList } from '#features/announcements/announcement-list.tsx';
import { AnnouncementView } from '#features/announcements/announcement-view.tsx';
import { NotificationItem } from '#features/notifications/notification-item.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { AdminPage } from './admin-page.tsx';

/** News for all members, or for those of one location. */
export function AnnouncementsPage() {
  const [task, setTask] = useState<AnnouncementTask | null>(null);
  const { gymConfig } = useLogin();
  const { organizationId, gyms, managesEverything } = useStaff();
  const organization = gymConfig?.organization?.name ?? 'Your gym';
  const write = () => setTask({ kind: 'create' });
  return (
    <AdminPage
      title="Announcements"
      text="News for your members: in the app, by push, and by email for members who want it."
      actions={
        <Button icon={<Plus />} onClick={write}>
          Write announcement
        </Button>
      }
    >
      <AnnouncementList
        onCreate={write}
        onEdit={(announcement) => setTask({ kind: 'edit', announcement })}
        previewOf={({ title, body, gym, send_at }) => (
          <Preview {...{ title, body, organization }} gym={gym?.name ?? null} at={send_at} />
        )}
      />
      <AnnouncementForm
        organizationId={organizationId}
        task={task}
        onClose={() => setTask(null)}
        gyms={gyms}
        mayTellAll={managesEverything}
        previewOf={(draft) => <Preview {...draft} organization={organization} at={new Date().toISOString()} />}
      />
    </AdminPage>
  );
}

/** The notification, and the window it opens. */
function Preview({ title, body, gym, organization, at }: Draft & { organization: string; at: string }) {
  return (
    <div className="flex flex-col gap-4">
      <figure className="flex flex-col gap-2">
        <figcaption className="font-medium text-sm text-text-secondary">The notification</figcaption>
        <div inert className="rounded-card border border-border">
          <NotificationItem
            item={{
              ...{ id: 'preview', kind: 'announcement', title, body: body.replace(/\s+/g, ' '), url: null, data: {} },
              ...{ actor: null, actor_count: 0, session_id: null, conversation_id: null, session_start: null },
              ...{ answer: null, is_read: false, read_at: null, created_at: at, updated_at: at },
            }}
            now={Date.now()}
            isUnfolded={false}
            onOpen={() => {}}
          />
        </div>
      </figure>
      <figure className="flex flex-col gap-2">
        <figcaption className="font-medium text-sm text-text-secondary">What opens when they tap it</figcaption>
        <div className="flex flex-col gap-3 rounded-card border border-border p-4">
          <p dir="auto" className="break-words font-semibold text-lg">
            {title}
          </p>
          <AnnouncementView organization={organization} gym={gym} sentAt={at} body={body} />
        </div>
      </figure>
    </div>
  );
}
