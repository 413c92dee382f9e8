import { enoughMembers } from '@spotter/contract/limits.ts';
import clsx from 'clsx';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { doneSteps, type Setup } from './setup.ts';

type Step = { key: keyof ReturnType<typeof doneSteps>; title: string; text: string; to: string; state?: object };

/** Where the steps lead. */
type Links = { base: string; hours: string; session: { to: string; state: object } };

function stepsOf(setup: Setup, { base, hours, session }: Links): Step[] {
  return [
    {
      key: 'brand',
      title: 'Make it yours',
      text: 'Your colors and your logo, in the app and in every mail.',
      to: `${base}/theme`,
    },
    {
      key: 'hours',
      title: 'Set your opening hours',
      text: 'Members plan sessions while you are open. Change the hours we filled in, or keep them.',
      to: hours,
    },
    {
      key: 'session',
      title: 'Plan the first session',
      text: 'One good session is what new members join first.',
      ...session,
    },
    {
      key: 'people',
      title: 'Get ten people in',
      text:
        setup.members >= enoughMembers
          ? 'Ten people are in.'
          : `${setup.members} of ${enoughMembers} have joined. Email them a code each, or print the poster.`,
      to: `${base}/invite-codes?invite=people`,
    },
  ];
}

/** What a new gym does first; each step ticks itself. */
export default function SetupChecklist({ setup, ...links }: { setup: Setup } & Links) {
  const steps = stepsOf(setup, links);
  const done = doneSteps(setup);
  return (
    <Card className="flex flex-col gap-4 print:hidden">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg">Get your gym going</h2>
        <p className="text-sm text-text-secondary">
          {steps.filter(({ key }) => done[key]).length} of {steps.length} done
        </p>
      </header>
      <ol className="-mx-2 flex flex-col">
        {steps.map(({ key, title, text, to, state }) => (
          <li key={key}>
            <Link
              to={to}
              state={state}
              className="flex items-center gap-3.5 rounded-control p-2 transition hover:bg-bg-secondary"
            >
              <span
                className={clsx(
                  'grid size-7 shrink-0 place-items-center rounded-full',
                  done[key] ? 'bg-status-success text-on-status-success' : 'border-2 border-border-control',
                )}
              >
                {done[key] ? <Check aria-hidden="true" className="size-4" strokeWidth={3} /> : null}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  {title}
                  {done[key] ? <span className="sr-only"> (done)</span> : null}
                </span>
                <span className="block text-sm text-text-secondary">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-tertiary" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
