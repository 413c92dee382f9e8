import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast as store } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Toaster } from './toaster.tsx';
import { toasts } from './toasts.tsx';

const LEAVING = 160;

let isPhone = false;
const matchMedia = () => ({ matches: !isPhone, addEventListener() {}, removeEventListener() {} });

beforeEach(() => {
  isPhone = false;
  vi.stubGlobal('matchMedia', matchMedia);
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(() => store.removeAll());
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const say = (toast: () => void) => act(() => toast());
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('how long a toast stays', () => {
  it.each([
    ['show', 5000],
    ['success', 3000],
    ['error', 5000],
    ['warning', 5000],
    ['info', 5000],
    ['longSuccess', 4000],
    ['simple', 3000],
  ] as const)('%s stays %i ms', (kind, duration) => {
    say(() => toasts[kind]('Saved'));
    pass(duration - 1);
    expect(screen.queryByText('Saved')).not.toBeNull();
    pass(1);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it.each([
    ['success', 2000],
    ['error', 4000],
    ['blank', 4000],
  ] as const)('brief %s stays %i ms', (kind, duration) => {
    say(() => toasts.brief[kind]('Saved'));
    pass(duration - 1);
    expect(screen.queryByText('Saved')).not.toBeNull();
    pass(1);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('brief loading stays until it is dismissed', () => {
    say(() => toasts.brief.loading('Working'));
    pass(24 * 3600 * 1000);
    expect(screen.queryByText('Working')).not.toBeNull();
  });

  it('tells once that it has gone, and not when its action was chosen', () => {
    const onGone = vi.fn();
    const onSelect = vi.fn();
    const action = { label: 'Undo', onSelect };
    say(() => toasts.success('Removed', { action, onGone }));
    pass(3000);
    expect(onGone).not.toHaveBeenCalled();
    pass(LEAVING);
    expect(onGone).toHaveBeenCalledOnce();
    say(() => toasts.success('Removed', { action, onGone }));
    pass(3000);
    // While it leaves, it can still be tapped, and a double tap counts once.
    for (const _tap of [1, 2]) act(() => screen.getByRole('button', { name: 'Undo' }).click());
    pass(LEAVING);
    expect(onSelect).toHaveBeenCalledOnce();
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('keeps the update notice until it is answered', () => {
    const update = vi.fn();
    say(() => toasts.updateAvailable(update));
    pass(24 * 3600 * 1000);
    expect(screen.getByText('Update Available!')).toBeDefined();
    act(() => screen.getByRole('button', { name: 'Update' }).click());
    expect(update).toHaveBeenCalledOnce();
    pass(LEAVING);
    expect(screen.queryByText('Update Available!')).toBeNull();
  });

  it('shows the update notice once, however often it is announced', () => {
    say(() => toasts.updateAvailable(() => {}));
    say(() => toasts.updateAvailable(() => {}));
    expect(screen.getAllByText('Update Available!')).toHaveLength(1);
  });
});

describe('a toast under the pointer', () => {
  const hover = (text: string) => fireEvent.pointerMove(screen.getByText(text), { pointerType: 'mouse' });
  const dismiss = (text: string) => {
    const item = screen.getByText(text).closest('[role=status]');
    act(() => item?.querySelector<HTMLElement>('[aria-label=Dismiss]')?.click());
    pass(LEAVING);
  };

  /** As a browser does: both events come before React draws again. */
  const leave = (text: string) =>
    act(() => {
      const toast = screen.getByText(text);
      toast.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
      document.body.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, relatedTarget: toast }));
    });

  it('stays, and then as long as it still had', () => {
    say(() => toasts.success('Saved'));
    pass(1000);
    hover('Saved');
    pass(60_000);
    leave('Saved');
    pass(1999 - LEAVING);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).not.toBeNull();
    pass(1);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stays when it gets the focus too, and loses only one of the two', () => {
    say(() => toasts.success('Saved', { action: { label: 'Undo', onSelect() {} } }));
    hover('Saved');
    pass(2000);
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    pass(2000);
    leave('Saved');
    pass(60_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    pass(2999 - LEAVING);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).not.toBeNull();
    pass(1);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it("doesn't stay when the pointer only passes", () => {
    say(() => toasts.success('Saved'));
    act(() => {
      hover('Saved');
      document.body.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    });
    pass(3000);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it("doesn't stay when it appears under a mouse that rests, or is tapped", () => {
    say(() => toasts.success('Saved'));
    fireEvent.mouseOver(screen.getByText('Saved'));
    fireEvent.pointerMove(screen.getByText('Saved'), { pointerType: 'touch' });
    pass(3000);
    pass(LEAVING);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  // The browser reports no leaving of an element that is gone.
  it("doesn't keep the next toasts when it is dismissed", () => {
    say(() => toasts.success('First'));
    hover('First');
    dismiss('First');
    say(() => toasts.success('Second'));
    pass(3000);
    pass(LEAVING);
    expect(screen.queryByText('Second')).toBeNull();
  });

  it("doesn't keep the toasts beside it when it is dismissed", () => {
    say(() => toasts.success('First'));
    say(() => toasts.success('Second'));
    hover('First');
    dismiss('First');
    fireEvent.mouseOver(document.body);
    pass(3000);
    pass(LEAVING);
    expect(screen.queryByText('Second')).toBeNull();
  });
});

describe('toast position and announcements', () => {
  it('puts a toast at the top right unless told otherwise', () => {
    say(() => toasts.info('Here'));
    say(() => toasts.info('There', { position: 'bottom-left' }));
    expect(screen.getByText('Here').closest('[data-position]')?.getAttribute('data-position')).toBe('top-right');
    expect(screen.getByText('There').closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-left');
  });

  it('puts a toast at the bottom of a phone', () => {
    cleanup();
    isPhone = true;
    render(<Toaster />);
    say(() => toasts.info('Here'));
    expect(screen.getByText('Here').closest('[data-position]')?.getAttribute('data-position')).toBe('bottom-center');
  });

  it('interrupts a screen reader for errors only', () => {
    say(() => toasts.error('Lost connection'));
    say(() => toasts.success('Saved'));
    expect(screen.getByRole('alert').textContent).toContain('Lost connection');
    expect(screen.getByRole('status').textContent).toContain('Saved');
  });

  it('shows at most 20', () => {
    for (let n = 1; n <= 25; n++) say(() => toasts.info(`Toast ${n}`));
    expect(screen.getAllByRole('status')).toHaveLength(20);
    expect(screen.queryByText('Toast 25')).not.toBeNull();
    expect(screen.queryByText('Toast 5')).toBeNull();
  });

  it('disappears when dismissed', () => {
    say(() => toasts.loading('Working'));
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    pass(LEAVING);
    expect(screen.queryByText('Working')).toBeNull();
  });
});

describe('toasts over a modal', () => {
  const closed = vi.fn();
  const undone = vi.fn();

  beforeEach(() => {
    closed.mockClear();
    undone.mockClear();
    render(<Dialog open onOpenChange={closed} title="Session" />);
    pass(100);
    say(() => toasts.success("You're in", { action: { label: 'Undo', onSelect: undone } }));
  });

  it('stay readable for screen readers, in a region that was there before them', () => {
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(screen.getByRole('button', { name: 'Undo' }).closest('[aria-hidden=true], [inert]')).toBeNull();
  });

  it('take a press without closing the modal', () => {
    const undo = screen.getByRole('button', { name: 'Undo' });
    fireEvent.pointerDown(undo);
    fireEvent.mouseDown(undo);
    fireEvent.pointerUp(undo);
    fireEvent.click(undo, { detail: 1 });
    expect(undone).toHaveBeenCalledOnce();
    expect(closed).not.toHaveBeenCalled();
  });

  it('are reached with F6, which also leads back', () => {
    const close = screen.getByRole('button', { name: 'Close' });
    act(() => close.focus());
    fireEvent.keyDown(close, { key: 'F6' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Undo' }), { key: 'F6' });
    expect(document.activeElement).toBe(close);
  });

  it('let the focus go with F6 when nothing had it before', () => {
    cleanup();
    render(<Toaster />);
    fireEvent.keyDown(document.body, { key: 'F6' });
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    fireEvent.keyDown(undo, { key: 'F6' });
    expect(document.activeElement).toBe(document.body);
  });

  it('give the focus back when their button is tapped, or to the window if its row is gone', () => {
    const undo = () => screen.getByRole('button', { name: 'Undo' });
    const close = screen.getByRole('button', { name: 'Close' });
    act(() => close.focus());
    act(() => undo().focus());
    act(() => undo().click());
    pass(LEAVING);
    expect(document.activeElement).toBe(close);

    say(() => toasts.success('Removed', { action: { label: 'Undo', onSelect() {} } }));
    act(() => close.blur());
    act(() => undo().focus());
    act(() => undo().click());
    pass(LEAVING);
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });
});
