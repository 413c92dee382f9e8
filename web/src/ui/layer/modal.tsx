import { useState } from 'react';
import { useHasRoom } from '../use-media-query.ts';
import { Dialog } from './dialog.tsx';
import type { ModalProps } from './modal-parts.tsx';
import { Sheet } from './sheet.tsx';

/**
 * A centered window where there is room; otherwise a full-height sheet that closes by dragging down. While it is open it
 * stays what it is: swapping them would empty its form.
 */
export function Modal({ size = 'md', ...props }: ModalProps) {
  const hasRoom = useHasRoom();
  const [isWindow, setWindow] = useState(hasRoom);
  if (!props.open && isWindow !== hasRoom) setWindow(hasRoom);
  return isWindow ? <Dialog size={size} {...props} /> : <Sheet {...props} />;
}
