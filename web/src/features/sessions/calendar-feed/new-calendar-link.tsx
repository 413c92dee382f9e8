import { CalendarPlus } from 'lucide-react';
import { AddressBox } from '#platform/links/address-box.tsx';
import { buttonClass } from '#ui/button-class.ts';

/** A calendar link that was just created: this is the only time it is shown. */
export function NewCalendarLink({ address }: { address: string }) {
  return (
    <>
      <AddressBox label="Calendar link" address={address} />
      <p className="text-pretty text-sm text-text-secondary">
        Copy it now, because you won't see it again. In Google Calendar or Outlook, add a calendar “from URL” and paste
        it.
      </p>
      <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass({ className: 'self-start' })}>
        <CalendarPlus aria-hidden="true" />
        Open in my calendar
      </a>
    </>
  );
}
