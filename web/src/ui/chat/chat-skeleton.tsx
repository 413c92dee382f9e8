import clsx from 'clsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

const shapes = ['w-2/3', 'w-1/2', 'ml-auto w-3/5 rtl:mr-auto rtl:ml-0', 'w-2/5'];

export const ChatSkeleton = () => (
  <div role="status" aria-busy="true" aria-label="Loading the chat" className="flex flex-col gap-2.5">
    {shapes.map((shape) => (
      <Skeleton key={shape} className={clsx('h-10 rounded-sheet', shape)} />
    ))}
  </div>
);
