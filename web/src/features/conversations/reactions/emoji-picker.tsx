import clsx from 'clsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import { chosenLook } from '#ui/chosen-look.ts';
import { SearchField } from '#ui/form/search-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { findEmojis } from './emojis.ts';

type Props = { open: boolean; chosen: readonly string[]; onPick: (emoji: string) => void; onClose: () => void };

/** Every emoji to react with. Arrow keys move through the grid, which is one stop for Tab. */
export function EmojiPicker({ open, chosen, onPick, onClose }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title="Choose an emoji">
      <Emojis chosen={chosen} onPick={onPick} />
    </Dialog>
  );
}

function Emojis({ chosen, onPick }: Pick<Props, 'chosen' | 'onPick'>) {
  const [text, setText] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const groups = findEmojis(text);
  const first = groups[0]?.emojis[0]?.emoji;
  const [focused, setFocused] = useState(first);
  const isShown = groups.some(({ emojis }) => emojis.some(({ emoji }) => emoji === focused));

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.currentTarget);
    const next = nextOf(event.key, buttons, at);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  return (
    <div className="flex flex-col gap-4">
      <SearchField label="Find an emoji" placeholder="Find an emoji" value={text} onChange={setText} />
      {groups.length === 0 ? (
        <p role="status" className="text-text-secondary">
          No emoji by that name.
        </p>
      ) : null}
      {/* Keeps its height, so that the window doesn't jump while the reader searches. */}
      <div ref={grid} className="flex h-72 flex-col gap-3 overflow-y-auto">
        {groups.map(({ title, emojis }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1 font-medium text-text-secondary text-xs">{title}</h3>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
              {emojis.map(({ emoji, name }) => (
                <li key={emoji}>
                  <button
                    type="button"
                    aria-label={name}
                    aria-pressed={chosen.includes(emoji)}
                    title={name}
                    tabIndex={emoji === (isShown ? focused : first) ? 0 : -1}
                    onFocus={() => setFocused(emoji)}
                    onKeyDown={onKeyDown}
                    onClick={() => onPick(emoji)}
                    className={clsx(
                      'grid h-11 w-full place-items-center rounded-control text-2xl transition',
                      chosen.includes(emoji) ? chosenLook : 'hover:bg-bg-secondary-hover',
                    )}
                  >
                    {emoji}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The button that a key leads to: beside this one, or the nearest one in the row above or below. */
function nextOf(key: string, buttons: readonly HTMLButtonElement[], at: number): HTMLButtonElement | undefined {
  const here = buttons[at];
  if (!here) return undefined;
  if (key === 'ArrowRight') return buttons[at + 1];
  if (key === 'ArrowLeft') return buttons[at - 1];
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const { left, top } = here.getBoundingClientRect();
  const inOrder = key === 'ArrowDown' ? buttons.slice(at + 1) : buttons.slice(0, at).reverse();
  const row = inOrder.find((button) => button.getBoundingClientRect().top !== top)?.getBoundingClientRect().top;
  const inRow = inOrder.filter((button) => button.getBoundingClientRect().top === row);
  const distance = (button: HTMLButtonElement) => Math.abs(button.getBoundingClientRect().left - left);
  return inRow.sort((one, other) => distance(one) - distance(other))[0];
}
