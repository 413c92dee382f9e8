import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Takes files that are dropped on an element, and says whether some are held over it. */
export function usePictureDrop(area: RefObject<HTMLElement | null>, onPictures: ((files: File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event)) return;
    // Otherwise the browser leaves the app and opens the file, also where none can be sent.
    event.preventDefault();
    onPictures?.([...(event.dataTransfer?.files ?? [])]);
  });
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (onPictures) setOver(true);
    else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false);
    };
    const listeners = { dragover: (event: DragEvent) => over(event), drop: (event: DragEvent) => take(event) };
    element.addEventListener('dragover', listeners.dragover);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', listeners.drop);
    return () => {
      element.removeEventListener('dragover', listeners.dragover);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', listeners.drop);
    };
  }, [area]);
  return isOver;
}
