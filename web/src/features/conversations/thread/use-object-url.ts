import { useEffect, useState } from 'react';

/** An address for a file in memory, as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | null {
  const [made, setMade] = useState<{ file: Blob; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    // A picture that goes while the browser still reads it would be reported as missing.
    return () => void setTimeout(() => URL.revokeObjectURL(url), 1000);
  }, [file]);
  // The address of an earlier file is gone already.
  return file && made?.file === file ? made.url : null;
}
