import { describe, expect, it } from 'vitest';
import { draft } from './draft.ts';
import { html } from './html.ts';
import { mailLayout, spotterBrand } from './layout.ts';

const nasty = `<script>alert("x")</script> & 'co'`;
const safe = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;co&#39;';

describe('html', () => {
  it('escapes every value unless it is markup', () => {
    expect(
      html`<p title="${nasty}">${nasty}${html`<b>${1}</b>`}${[html`<i></i>`, '<']}${null}${false}</p>`.markup,
    ).toBe(`<p title="${safe}">${safe}<b>1</b><i></i>&lt;</p>`);
  });
});

describe('mail layout', () => {
  const everything = {
    brand: { name: nasty, primary: '#0f766e', onPrimary: '#ffffff', logoUrl: null },
    title: nasty,
    paragraphs: [nasty, nasty],
    figures: [{ value: nasty, label: nasty, note: nasty }],
    callout: { label: nasty, text: nasty },
    itemsTitle: nasty,
    code: nasty,
    action: { label: nasty, url: `https://spotter.example/?a="><script>` },
    footnote: nasty,
  };

  it('escapes all input', () => {
    const { html: markup } = mailLayout(everything);
    expect(markup).not.toContain('<script');
    expect(markup.split(safe).length - 1).toBeGreaterThanOrEqual(14);
    expect(markup).toContain('background:#0f766e');
  });

  it('cuts between characters, never inside an emoji', () => {
    const content = { ...everything, paragraphs: [`${'a'.repeat(139)}💪💪`] };
    const { subject, html: markup } = draft('welcome', `${'a'.repeat(199)}💪💪`, content);
    expect(subject).toBe(`${'a'.repeat(199)}💪`);
    expect(markup).toContain(`${'a'.repeat(139)}💪</div>`);
  });

  it('rejects invalid colors and addresses that are not http(s)', () => {
    const { html: markup } = mailLayout({
      ...everything,
      brand: {
        name: 'Gym',
        primary: 'red;background:url(https://x.example)',
        onPrimary: '#fff',
        logoUrl: 'javascript:alert(1)',
      },
      action: { label: 'Go', url: 'javascript:alert(1)' },
    });
    expect(markup).not.toContain('javascript:');
    expect(markup).not.toContain('url(');
    expect(markup).toContain(spotterBrand.primary);
  });

  it('shows a logo on the background of its theme, if that is a color', () => {
    const markup = (logoBackground: string) =>
      mailLayout({
        ...everything,
        brand: { ...spotterBrand, logoUrl: 'https://spotter.example/logo.webp', logoBackground },
      }).html;
    expect(markup('#0b0f19')).toContain('background:#0b0f19;"><img src="https://spotter.example/logo.webp"');
    expect(markup('red;background:url(https://x.example)')).not.toContain('url(');
  });

  it('has the same content as text', () => {
    const { text } = mailLayout({
      brand: spotterBrand,
      title: 'T',
      paragraphs: ['One', 'Two'],
      figures: [
        { value: '4', label: 'sessions', note: '1 more' },
        { value: '9', label: 'spots taken', note: '2 fewer' },
      ],
      callout: { label: 'Try', text: 'This' },
      itemsTitle: 'Whom',
      items: [{ label: 'Ana', text: 'Away', url: 'https://x.example/a' }],
      code: '123456',
      action: { label: 'Go', url: 'https://x.example/' },
    });
    expect(text).toBe(
      'T\n\nOne\n\nTwo\n\n4 sessions (1 more), 9 spots taken (2 fewer)\n\nTry: This\n\nWhom\n\nAna: Away\nhttps://x.example/a\n\n    123456\n\nGo:\nhttps://x.example/\n\n--\n\nSpotter\n',
    );
  });

  it('supports dark mode', () => {
    expect(mailLayout(everything).html).toContain('<meta name="color-scheme" content="light dark">');
  });
});
