import { Sheet } from '#ui/layer/sheet.tsx';
import { type AdminPlace, AdminPlaceLink } from './admin-place.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  note: string;
  entries: readonly AdminPlace[];
  here: AdminPlace | undefined;
};

/** All places of the admin area at once, for a phone. */
export default function PlacesSheet({ open, onOpenChange, note, entries, here }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={note} fit>
      <nav aria-label={note} className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-1">
        {entries.map((entry) => (
          <AdminPlaceLink key={entry.to} entry={entry} isOpen={entry === here} onFollow={() => onOpenChange(false)} />
        ))}
      </nav>
    </Sheet>
  );
}
