/** From this many times the usual size on. */
const LARGE = 1.2;
const USUAL_PX = 16;

/**
 * Marks the page while the reader's text is large, so that rows wrap (styles.css). Media queries know the browser's
 * setting, but not a page's own size.
 */
export function watchTextSize(): void {
  const ruler = document.createElement('div');
  ruler.style.cssText = 'position:fixed;visibility:hidden;width:1rem;height:0';
  ruler.ariaHidden = 'true';
  document.body.append(ruler);
  const mark = () => document.documentElement.toggleAttribute('data-large-text', ruler.offsetWidth >= LARGE * USUAL_PX);
  mark();
  new ResizeObserver(mark).observe(ruler);
}
