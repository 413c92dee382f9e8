import { type RefObject, useEffect, useEffectEvent } from 'react';
import { picturesIn } from './composer.tsx';

/** Takes pictures that are dropped on an element. */
export function usePictureDrop(area: RefObject<HTMLElement | null>, onPictures: ((files: File[]) => void) | undefined) {
  const isOpen = onPictures !== undefined;
  const take = useEffectEvent((event: DragEvent) => {
    const pictures = picturesIn(event.dataTransfer?.files);
    if (pictures.length === 0) return;
    event.preventDefault();
    onPictures?.(pictures);
  });
  useEffect(() => {
    const element = area.current;
    if (!element || !isOpen) return;
    const over = (event: DragEvent) => {
      // Without this the browser would open the file instead.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => take(event);
    element.addEventListener('dragover', over);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('drop', drop);
    };
  }, [area, isOpen]);
}
