import { QrCode as QrIcon, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { AddressBox } from './address-box.tsx';
import { QrCode } from './qr-code.tsx';

type Props = {
  /** Undefined while it loads. */
  address: string | undefined;
  /** What the link is called where it arrives. */
  title: string;
  /** Starts with the QR code open. */
  startsWithCode?: boolean;
  /** Who scans the code, in words. */
  codeHint?: string;
  /** More buttons. */
  children?: ReactNode;
};

/** A link to copy, hand to another app, or show as a QR code. */
export function LinkBox({ address, title, startsWithCode = false, codeHint, children }: Props) {
  const [showsCode, setShowsCode] = useState(startsWithCode);
  return (
    <div aria-busy={!address} className="flex flex-col gap-3">
      {address ? <AddressBox label="Link" address={address} /> : <Skeleton className="h-12" />}
      <div className="flex flex-wrap gap-2">
        {'share' in navigator ? (
          <Button icon={<Share2 />} disabled={!address} onClick={() => void handOver(title, address)}>
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
        {children}
      </div>
      {showsCode && address ? <QrCode address={address} title={title} hint={codeHint} /> : null}
    </div>
  );
}

/** Closing the phone's own share sheet is not a failure. */
const handOver = (title: string, url: string | undefined) => navigator.share({ title, url }).catch(() => {});
