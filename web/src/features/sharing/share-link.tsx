import { useQuery } from '@tanstack/react-query';
import { QrCode as QrIcon, Share2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AddressBox } from './address-box.tsx';
import { QrCode } from './qr-code.tsx';
import { type Shared, shareSessionQuery } from './sharing.queries.ts';

/** The public link: copied, handed to another app, or shown as a code. */
export function ShareLink({ session }: { session: Shared }) {
  const link = useQuery(shareSessionQuery(session.id));
  const [showsCode, setShowsCode] = useState(false);
  if (link.isError) return <Banner tone="info">{errorText(link.error, "Couldn't load the link. Try again.")}</Banner>;
  const address = link.data?.share_url;
  return (
    <div className="flex flex-col gap-3">
      {address ? <AddressBox label="Link" address={address} /> : <Skeleton className="h-12" />}
      <div className="flex flex-wrap gap-2">
        {'share' in navigator ? (
          <Button icon={<Share2 />} disabled={!address} onClick={() => void handOver(session.title, address)}>
            Share…
          </Button>
        ) : null}
        <Button
          variant="secondary"
          icon={<QrIcon />}
          disabled={!address}
          aria-expanded={showsCode}
          onClick={() => setShowsCode(!showsCode)}
        >
          {showsCode ? 'Hide QR code' : 'QR code'}
        </Button>
      </div>
      {showsCode && address ? <QrCode address={address} title={session.title} /> : null}
    </div>
  );
}

/** Closing the phone's own sheet again is no failure. */
const handOver = (title: string, url: string | undefined) => navigator.share({ title, url }).catch(() => {});
