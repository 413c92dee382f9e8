import clsx from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type AppScreen,
  isFrom,
  type PreviewMessage,
  previewDrawn,
  previewReady,
} from '#platform/theme/preview-message.ts';
import type { Theme } from './theme.queries.ts';

export const screenName = (screen: string) => `${screen[0]?.toUpperCase()}${screen.slice(1)}`;

const sizes = { phone: { width: 390, height: 780 }, desktop: { width: 1280, height: 800 } } as const;
export type DeviceName = keyof typeof sizes;

/** The height of what stands above a device, and the width of its frame. */
const ABOVE = 245;
const FRAME = 12;

type DeviceProps = {
  device: DeviceName;
  hidden?: boolean;
  /** The theme's page, until the screen is drawn: a dark one must not flash white. */
  ground?: string;
  /** The height that is shown; the rest of the screen is cut off. */
  shownHeight?: number;
  children: ReactNode;
};

/** Holds a screen of its true size, scaled down to the room there is. */
export function Device({ device, hidden = false, ground, shownHeight, children }: DeviceProps) {
  const { width, height } = sizes[device];
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const measure = () => {
      const { clientWidth = 0 } = room.current ?? {};
      const tallest = shownHeight ? Number.POSITIVE_INFINITY : window.innerHeight - ABOVE;
      if (clientWidth > 0) setScale(Math.min(1, (clientWidth - FRAME) / width, Math.max(tallest, 480) / height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (room.current) observer.observe(room.current);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [width, height, shownHeight]);
  return (
    <div ref={room} hidden={hidden} className="min-w-0 overflow-hidden">
      <div
        className={clsx(
          'mx-auto box-content overflow-hidden border-border-control bg-bg-main',
          device === 'phone' ? 'rounded-[2rem] border-6' : 'rounded-card border-2',
        )}
        style={{
          width: width * scale,
          height: Math.min(height * scale, shownHeight ?? Number.POSITIVE_INFINITY),
          ...(ground && { backgroundColor: ground }),
        }}
      >
        <div className="origin-top-left" style={{ width, height, transform: `scale(${scale})` }}>
          {children}
        </div>
      </div>
    </div>
  );
}

type FrameProps = { screen: AppScreen; name: string; theme: Theme; title?: string };

/** One of the app's own screens with sample people, in a theme. It shows itself once it wears the theme. */
export function AppFrame({ screen, name, theme, title = `${screenName(screen)} in this theme` }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isListening, setListening] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (isFrom(frame.current, event, previewReady)) setListening(true);
      if (isFrom(frame.current, event, previewDrawn)) setDrawn(true);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (!isListening) return;
    const message: PreviewMessage = { type: 'theme-preview', screen, name, theme };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [isListening, screen, name, theme]);
  return (
    <iframe
      ref={frame}
      src="/theme-preview"
      title={title}
      aria-busy={!isDrawn}
      className={clsx('size-full border-0 transition-opacity', !isDrawn && 'opacity-0')}
    />
  );
}
