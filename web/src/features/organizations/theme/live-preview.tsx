import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Monitor, Smartphone } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { type AppScreen, appScreens } from '#platform/theme/preview-message.ts';
import { Chip } from '#ui/chip.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { AppFrame, Device, type DeviceName, screenName } from './app-frame.tsx';
import { drawnPreviewQuery, type Theme } from './theme.queries.ts';

const drawnScreens = ['mail', 'link card', 'app icon'] as const;
type DrawnScreen = (typeof drawnScreens)[number];
type Screen = AppScreen | DrawnScreen;

const isDrawn = (screen: Screen): screen is DrawnScreen => (drawnScreens as readonly Screen[]).includes(screen);
type Props = { organizationId: string; name: string; theme: Theme };

/** The real screens in the edited theme, on a phone or a desktop. */
export function LivePreview({ organizationId, name, theme }: Props) {
  const [screen, setScreen] = useState<Screen>('home');
  const [device, setDevice] = useState<DeviceName>('phone');
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center gap-2">
        <div className="flex min-w-0 flex-1 gap-2 overflow-x-auto py-1 [scrollbar-width:none] lg:flex-wrap">
          {[...appScreens, ...drawnScreens].map((each) => (
            <Chip key={each} selected={screen === each} onToggle={() => setScreen(each)}>
              {screenName(each)}
            </Chip>
          ))}
        </div>
        <div className="flex shrink-0">
          <IconButton
            label="Phone"
            icon={<Smartphone />}
            aria-pressed={device === 'phone'}
            className={clsx(device === 'phone' && chosenLook)}
            onClick={() => setDevice('phone')}
          />
          <IconButton
            label="Desktop"
            icon={<Monitor />}
            aria-pressed={device === 'desktop'}
            className={clsx(device === 'desktop' && chosenLook)}
            onClick={() => setDevice('desktop')}
          />
        </div>
      </div>
      {/* The frame of the app stays, so that coming back to it costs nothing. */}
      <Device device={device} hidden={isDrawn(screen)} ground={theme.colors.background.main}>
        <AppFrame screen={isDrawn(screen) ? 'home' : screen} name={name} theme={theme} />
      </Device>
      {isDrawn(screen) ? (
        <DrawnPreview organizationId={organizationId} name={name} theme={theme} screen={screen} device={device} />
      ) : null}
    </section>
  );
}

type DrawnProps = Props & { screen: DrawnScreen; device: DeviceName };

/** What the server draws: by the same code as the real mail, card and icon. */
function DrawnPreview({ organizationId, name, theme, screen, device }: DrawnProps) {
  // A color picker changes the theme faster than the server draws.
  const settled = useSettled(useDeferredValue(theme));
  const drawn = useQuery(drawnPreviewQuery(organizationId, settled));
  if (drawn.isPending)
    return (
      <div aria-busy="true">
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  if (drawn.isError) return <ErrorState title="Couldn't draw this" onRetry={() => void drawn.refetch()} />;
  const { mail, link_card, app_icon } = drawn.data;
  const isStale = drawn.isPlaceholderData || settled !== theme;
  if (screen === 'mail')
    return (
      <Device device={device}>
        <iframe title="Mail in this theme" sandbox="" srcDoc={mail.html} className="size-full border-0" />
      </Device>
    );
  return (
    <div
      aria-busy={isStale}
      className="grid min-h-96 place-items-center rounded-card border border-border bg-bg-secondary p-6"
    >
      {screen === 'link card' ? (
        <figure className="flex w-full max-w-xl flex-col overflow-hidden rounded-card border border-border bg-bg-main">
          <img src={link_card} alt={`A shared session of ${name}`} className="aspect-[1200/630] w-full" />
          <figcaption className="flex flex-col p-4">
            <span className="font-semibold text-sm">Leg day · {name}</span>
            <span className="text-sm text-text-secondary">As chats show a link to a session</span>
          </figcaption>
        </figure>
      ) : (
        <figure className="flex flex-col items-center gap-2">
          <img src={app_icon} alt={`The app icon of ${name}`} className="size-24 rounded-[1.4rem] shadow-float" />
          <figcaption className="max-w-28 truncate text-sm">{name}</figcaption>
        </figure>
      )}
    </div>
  );
}

const PAUSE_MS = 400;

/** The last value that stayed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
