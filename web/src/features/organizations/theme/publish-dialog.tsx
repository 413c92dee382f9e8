import { ArrowRight } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { Theme } from './theme.queries.ts';
import { changesBetween } from './theme-words.ts';

type Props = {
  open: boolean;
  published: Theme;
  theme: Theme;
  isOutdated: boolean;
  busy: boolean;
  error: string | null;
  onClose: () => void;
  onPublish: () => void;
  onShowTheirs: () => void;
};

/** What publishing changes, before it does. */
export function PublishDialog(props: Props) {
  const { open, published, theme, isOutdated, busy, error, onClose, onPublish, onShowTheirs } = props;
  const changes = changesBetween(published, theme);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Publish this theme?"
      description="Your members see it at once: in the app, on the sign-in page, in mails, on link cards and posters."
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button loading={busy} onClick={onPublish}>
            {isOutdated ? 'Publish mine instead' : 'Publish'}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {error ? <Banner>{error}</Banner> : null}
        {isOutdated ? (
          <Banner
            tone="warning"
            title="Someone else published a theme meanwhile"
            action={
              <Button size="sm" variant="secondary" onClick={onShowTheirs}>
                Show theirs
              </Button>
            }
          >
            Publishing replaces theirs. If you show theirs, Undo brings yours back.
          </Banner>
        ) : null}
        <p className="font-medium text-sm">
          {changes.length === 1 ? '1 change' : `${changes.length} changes`} for your members
        </p>
        <ul aria-label="Changes" className="flex flex-col divide-y divide-border">
          {changes.map(({ name, color, words }) => (
            <li key={name} className="flex min-h-11 items-center gap-3 py-2 text-sm">
              <span className="min-w-0 flex-1">{name}</span>
              {color ? (
                <span className="flex items-center gap-2">
                  <Swatch color={color.from} />
                  <ArrowRight aria-label="becomes" className="size-4 text-text-tertiary" />
                  <Swatch color={color.to} />
                </span>
              ) : (
                <span className="text-text-secondary">{words}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

const Swatch = ({ color }: { color: string }) => (
  <span
    role="img"
    aria-label={color}
    className="size-7 rounded-full border border-border"
    style={{ backgroundColor: color }}
  />
);
