import type { ComponentProps } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLeaveSteps } from '#ui/layer/back-steps.ts';

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> & { to: string };

/** A link in a window to another page: it closes the windows first, so that Back returns to the page without them. */
export function LinkOut({ to, ...props }: Props) {
  const navigate = useNavigate();
  const leave = useLeaveSteps();
  return (
    <Link
      {...props}
      to={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        leave(() => void navigate(to));
      }}
    />
  );
}
