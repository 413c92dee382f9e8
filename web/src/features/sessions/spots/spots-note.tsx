import clsx from 'clsx';
import type { SessionItem } from '../session.ts';
import { spotsInWords } from '../session.words.ts';

const isReaders = ({ is_participant, is_waitlisted }: SessionItem) => is_participant || is_waitlisted;

/** How many spots are left, or that the reader is in. */
export const SpotsNote = ({ session }: { session: SessionItem }) => (
  <span
    data-figures=""
    className={clsx(
      'max-w-26 text-balance text-xs',
      isReaders(session) && 'font-semibold text-primary-text',
      !isReaders(session) && (session.available_spots === 0 ? 'text-text-tertiary' : 'text-text-secondary'),
    )}
  >
    {spotsInWords(session)}
  </span>
);
