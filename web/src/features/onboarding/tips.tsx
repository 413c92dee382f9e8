import { Lightbulb } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { nextFrame } from '#ui/next-frame.ts';
import { mayShowTip, nextTip } from './tour-machine.ts';
import { useOnboarding } from './use-onboarding.ts';

type Tip = { key: string; title: string; text: string; device?: 'mobile' | 'desktop' };

const tips: readonly Tip[] = [
  {
    key: 'shortcuts',
    device: 'desktop',
    title: 'Faster by keyboard',
    text: 'Press / to search sessions, and ? to see every shortcut.',
  },
  {
    key: 'level',
    title: 'Sessions that fit you',
    text: 'Your fitness level decides what you can join. Keep it up to date in your profile.',
  },
  {
    key: 'notifications',
    title: 'Only what matters',
    text: 'Choose what we notify you about, and how, under Profile, Notifications.',
  },
  {
    key: 'create',
    title: 'Your usual, in three taps',
    text: 'Create remembers what and when you usually train, and has the next open slot ready.',
  },
  {
    key: 'calendar',
    title: 'Plan your week',
    text: "The calendar shows what's coming up, with a color for each type of workout.",
  },
];

const LOOK_EVERY_MS = 1000;

/** An occasional tip. `quiet` while something else needs attention. */
export function Tips({ quiet }: { quiet: boolean }) {
  const { store, state } = useOnboarding();
  const [shown, setShown] = useState<Tip | null>(null);
  const [since] = useState(Date.now);

  useEffect(() => {
    const count = () => void nextFrame().then(() => store.send({ type: 'action' }));
    document.addEventListener('click', count, true);
    document.addEventListener('keydown', count, true);
    return () => {
      document.removeEventListener('click', count, true);
      document.removeEventListener('keydown', count, true);
    };
  }, [store]);

  const fitting = tips.filter(({ device }) => device === undefined || device === state.device);
  const waiting = nextTip(state, fitting);
  useEffect(() => {
    if (quiet || shown || !waiting) return;
    const timer = setInterval(() => {
      if (document.hidden || !mayShowTip(store.get(), Date.now(), since)) return;
      setShown(waiting);
      store.send({ type: 'tip-shown', tip: waiting.key, at: new Date().toISOString() });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [quiet, shown, waiting, store, since]);

  if (!shown || quiet) return null;
  return (
    <aside
      aria-label="Tip"
      className="fixed inset-x-4 bottom-24 z-30 flex max-h-[45dvh] animate-enter items-start gap-3.5 overflow-y-auto rounded-card border border-border bg-bg-raised p-4 shadow-float md:inset-x-auto md:right-6 md:bottom-6 md:w-96 md:max-w-[calc(100vw-3rem)] large-text:flex-wrap"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text large-text:hidden">
        <Lightbulb aria-hidden="true" className="size-5" />
      </span>
      <p role="status" className="min-w-0 flex-1 text-sm large-text:basis-full">
        <span className="block font-semibold text-base">{shown.title}</span>
        <span className="text-text-secondary">{shown.text}</span>
      </p>
      <Button variant="secondary" size="sm" onClick={() => setShown(null)}>
        Got it
      </Button>
    </aside>
  );
}
