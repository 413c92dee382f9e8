import { Archive, BellOff, CalendarPlus, Ellipsis, LogOut, Plus } from 'lucide-react';
import { useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Sheet } from '#ui/layer/sheet.tsx';
import { Toast } from '#ui/layer/toast.tsx';
import { Tooltip } from '#ui/layer/tooltip.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton, SkeletonText } from '#ui/status/skeleton.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { Part, Row } from './part.tsx';

export function FeedbackSection() {
  return (
    <Part title="Feedback">
      <Stepper label="Registration" steps={['Information', 'Location', 'Account Setup']} current={1} />
      <Banner>Failed to register gym. Please try again.</Banner>
      <Banner tone="success" title="Saved">
        We let everyone in the session know.
      </Banner>
      <Banner tone="warning">Your trial ends in 3 days.</Banner>
      <Banner tone="info">Opening hours use the gym's time zone.</Banner>
      <Toast tone="success" title="You're in for Leg day." text="Ana and 3 others are going." onClose={() => {}} />
      <Toast
        tone="info"
        title="Update Available!"
        text="A new version of the app is available."
        action={<Button size="sm">Update</Button>}
        onClose={() => {}}
      />
      <div aria-busy="true" className="flex items-center gap-4">
        <Skeleton className="size-11 rounded-full" />
        <SkeletonText lines={2} className="flex-1" />
      </div>
      <Card padded={false}>
        <EmptyState
          icon={<CalendarPlus />}
          title="No sessions yet"
          text="Sessions you host or join show up here. Create one, and people who train at your times will see it."
          action={<Button icon={<Plus />}>Create session</Button>}
        />
      </Card>
      <Card padded={false}>
        <ErrorState title="Couldn't load your sessions" onRetry={() => {}} />
      </Card>
    </Part>
  );
}

export function OverlaysSection() {
  const [open, setOpen] = useState<'modal' | 'dialog' | 'sheet' | null>(null);
  const props = (name: 'modal' | 'dialog' | 'sheet') => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  const buttons = (
    <>
      <Button variant="secondary" onClick={() => setOpen(null)}>
        Cancel
      </Button>
      <Button onClick={() => setOpen(null)}>Save</Button>
    </>
  );
  return (
    <Part title="Overlays">
      <Row>
        <Button variant="secondary" onClick={() => setOpen('modal')}>
          Modal
        </Button>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis />} variant="secondary" />}
          groups={[
            [
              { label: 'Mute', icon: <BellOff />, onSelect: () => toasts.info('Muted') },
              { label: 'Archive', icon: <Archive />, onSelect: () => toasts.success('Archived') },
            ],
            [{ label: 'Leave', icon: <LogOut />, danger: true, onSelect: () => toasts.error('Left') }],
          ]}
        />
        <Tooltip text="Who trained at least once this week">
          <Button variant="ghost">Tooltip</Button>
        </Tooltip>
        <Button variant="ghost" onClick={() => toasts.updateAvailable(() => {})}>
          Toast
        </Button>
      </Row>
      <Modal {...props('modal')} title="Edit profile" description="Members of your gym see this." footer={buttons}>
        <div className="flex flex-col gap-5">
          <TextField label="First name" defaultValue="Ana" />
          <TextField label="Last name" defaultValue="Ferreira" />
          <TextArea label="About you" optional />
        </div>
      </Modal>
      <Dialog {...props('dialog')} title="Leave this session?" footer={buttons}>
        <p className="text-text-secondary">Your spot goes straight to the next person on the waitlist.</p>
      </Dialog>
      <Sheet {...props('sheet')} fit title="Share" description="Anyone with the link can ask to join.">
        <div className="flex flex-col gap-2">{buttons}</div>
      </Sheet>
    </Part>
  );
}
