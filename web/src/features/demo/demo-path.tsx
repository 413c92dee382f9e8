import type { DemoPath } from '@spotter/contract/demo.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Check, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLeaveSteps } from '#ui/layer/back-steps.ts';
import { Sheet } from '#ui/layer/sheet.tsx';
import { demoPathQuery, useLeaveDemo } from './demo.queries.ts';
import { pathClosed } from './demo-storage.ts';

export type DemoStep = 'joined' | 'chatted' | 'proposed' | 'matched';

const steps: readonly { name: DemoStep; title: string; text: string }[] = [
  { name: 'joined', title: 'Join a session', text: 'One spot is left in a small circuit.' },
  { name: 'chatted', title: 'Chat', text: 'Message someone. They reply in seconds.' },
  { name: 'proposed', title: 'Propose a time', text: 'Move a session you joined to a time that suits you.' },
  { name: 'matched', title: 'Get matched', text: 'Add a training partner we suggest.' },
];

type PathProps = {
  isWide: boolean;
  /** Shows where a step is taken. */
  onStep: (step: DemoStep, path: DemoPath) => void;
};

/** A button that opens a short list of things to try: a card on a desktop, a sheet on a phone. Each step ticks itself. */
export function DemoPathGuide({ isWide, onStep }: PathProps) {
  const [isClosed, setClosed] = useState(() => pathClosed.read() !== null);
  const [isOpen, setOpen] = useState(false);
  const leaveSteps = useLeaveSteps();
  const path = useQuery({ ...demoPathQuery(), enabled: !isClosed }).data;
  if (isClosed || !path) return null;
  const done = steps.filter(({ name }) => path[name]).length;
  const close = () => {
    pathClosed.write('true');
    setClosed(true);
  };
  const go = (step: DemoStep) => {
    setOpen(false);
    leaveSteps(() => onStep(step, path));
  };
  const list = <StepList path={path} isDone={done === steps.length} onStep={go} />;
  const button = (
    <Button
      variant="secondary"
      size="xs"
      {...(isWide ? { 'aria-expanded': isOpen } : { 'aria-haspopup': 'dialog' as const })}
      onClick={() => setOpen(!isOpen)}
    >
      Things to try
      <Progress text={`${done}/${steps.length}`} />
    </Button>
  );
  const dismissal = (
    <Button variant="ghost" size={isWide ? 'sm' : 'md'} onClick={close}>
      Don't show again
    </Button>
  );
  if (isWide)
    return (
      <>
        {button}
        {isOpen ? (
          <section
            aria-label="Things to try"
            className="fixed right-6 bottom-6 z-20 flex max-h-[calc(100dvh-5rem)] w-80 flex-col gap-2 overflow-y-auto rounded-card border border-border bg-bg-raised p-4 text-left shadow-float"
          >
            <div className="flex items-center gap-2">
              <h2 className="flex-1 text-base">Things to try</h2>
              <IconButton label="Close things to try" icon={<X />} size="sm" onClick={() => setOpen(false)} />
            </div>
            {list}
            {dismissal}
          </section>
        ) : null}
      </>
    );
  return (
    <>
      {button}
      <Sheet fit open={isOpen} onOpenChange={setOpen} title="Things to try" footer={dismissal}>
        {list}
      </Sheet>
    </>
  );
}

const Progress = ({ text }: { text: string }) => (
  <span role="status" data-figures="" className="text-text-secondary text-xs">
    {text}
    <span className="sr-only"> done</span>
  </span>
);

function StepList({ path, isDone, onStep }: { path: DemoPath; isDone: boolean; onStep: (step: DemoStep) => void }) {
  const { leaving, leave } = useLeaveDemo();
  return (
    <>
      <ol className="flex flex-col">
        {steps.map(({ name, title, text }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onStep(name)}
              className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded-control p-2 text-left transition hover:bg-bg-secondary-hover"
            >
              <span
                className={clsx(
                  'grid size-6 shrink-0 place-items-center rounded-full border-2',
                  path[name] ? 'border-primary bg-primary text-on-primary' : 'border-border-control',
                )}
              >
                {path[name] ? <Check aria-hidden="true" className="size-4" /> : null}
              </span>
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="font-semibold text-sm">
                  {title}
                  {path[name] ? <span className="sr-only">, done</span> : null}
                </span>
                <span className="text-text-secondary text-xs">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-text-tertiary rtl:rotate-180" />
            </button>
          </li>
        ))}
      </ol>
      {isDone ? (
        <Button full loading={leaving} className="mt-2" onClick={() => leave('/register/gym')}>
          That's it. Make it yours
        </Button>
      ) : null}
    </>
  );
}
