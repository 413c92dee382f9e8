import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Refusal } from '#features/invites/use-join.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Spinner } from '#ui/spinner.tsx';

type Props = {
  title: string;
  /** What is happening, and for which invite. */
  waiting: ReactNode;
  refusal: Refusal | null;
  onRetry: () => void;
  onLeave: () => void;
};

/** The pages between sign-in and the invite's target: a short wait, or the error. */
export function Continuation({ title, waiting, refusal, onRetry, onLeave }: Props) {
  usePageTitle(title);
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center gap-5 px-6 text-center">
      {refusal ? (
        <div role="alert" className="flex flex-col items-center gap-4">
          <span className="grid size-16 place-items-center rounded-full bg-status-error-bg text-status-error-text">
            <CircleAlert aria-hidden="true" className="size-7" />
          </span>
          <h1 className="text-xl">{refusal.text}</h1>
          {refusal.detail ? <p className="text-text-secondary">{refusal.detail}</p> : null}
          <div className="mt-2 flex flex-wrap justify-center gap-3">
            {refusal.retry ? (
              <Button size="lg" onClick={onRetry}>
                Try again
              </Button>
            ) : null}
            <Link
              to="/app"
              replace
              onClick={onLeave}
              className={buttonClass({ size: 'lg', variant: refusal.retry ? 'secondary' : 'primary' })}
            >
              Go to App
            </Link>
          </div>
        </div>
      ) : (
        <div role="status" className="flex flex-col items-center gap-5">
          <Spinner className="size-8 text-primary-text" />
          <h1 className="text-xl">{title}</h1>
          <p className="text-text-secondary">{waiting}</p>
        </div>
      )}
    </div>
  );
}
