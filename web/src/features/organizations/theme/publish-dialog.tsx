import { useState } from 'react';
import { type AppScreen, appScreens } from '#platform/theme/preview-message.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { AppFrame, Device, screenName } from './app-frame.tsx';
import type { Theme } from './theme.queries.ts';
import { changesInWords } from './theme.words.ts';

type Props = {
  open: boolean;
  /** The organization's. */
  name: string;
  published: Theme;
  theme: Theme;
  isOutdated: boolean;
  busy: boolean;
  error: string | null;
  onClose: () => void;
  onPublish: () => void;
  onShowTheirs: () => void;
};

/** What publishing changes, as pictures, before it does. */
export function PublishDialog(props: Props) {
  const { open, name, published, theme, isOutdated, busy, error, onClose, onPublish, onShowTheirs } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="md"
      title="Publish this theme?"
      description="Your members see it at once: in the app, on the sign-in page, in mails, on link cards and posters."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button loading={busy} onClick={onPublish}>
            {isOutdated ? 'Publish mine instead' : 'Publish'}
          </Button>
        </>
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
        <BeforeAndAfter name={name} published={published} theme={theme} />
        <p className="text-sm text-text-secondary">{changesInWords(published, theme)}</p>
      </div>
    </Dialog>
  );
}

/** A phone with the published theme beside one with the new theme, both as members see them. */
function BeforeAndAfter({ name, published, theme }: Pick<Props, 'name' | 'published' | 'theme'>) {
  const [screen, setScreen] = useState<AppScreen>('home');
  const sides = [
    ['Before', published],
    ['After', theme],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {appScreens.map((each) => (
          <Chip key={each} selected={screen === each} onToggle={() => setScreen(each)}>
            {screenName(each)}
          </Chip>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:gap-5">
        {sides.map(([label, shown]) => (
          <figure key={label} className="flex min-w-0 flex-col gap-2">
            <figcaption className="text-center font-medium text-sm">{label}</figcaption>
            <Device device="phone" ground={shown.colors.background.main} shownHeight={400}>
              <AppFrame
                screen={screen}
                name={name}
                theme={shown}
                title={`${screenName(screen)}, ${label.toLowerCase()}`}
              />
            </Device>
          </figure>
        ))}
      </div>
    </div>
  );
}
