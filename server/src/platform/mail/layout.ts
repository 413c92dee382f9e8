import { type Html, html } from './html.ts';

/** The organization that a mail is sent for, or Spotter itself. */
export type MailBrand = {
  name: string;
  primary: string;
  onPrimary: string;
  logoUrl?: string | null;
  /** What the logo is made to stand on. */
  logoBackground?: string;
};

export const spotterBrand: MailBrand = { name: 'Spotter', primary: '#7c3aed', onPrimary: '#ffffff' };

export type MailContent = {
  brand: MailBrand;
  title: string;
  paragraphs: readonly string[];
  /** Key figures, two in a row. */
  figures?: readonly { value: string; label: string; note: string }[];
  /** What stands out. */
  callout?: { label: string; text: string } | undefined;
  /** Things with an address each, below the paragraphs. */
  items?: readonly { label: string; text: string; url: string }[];
  itemsTitle?: string;
  /** A code to type in, shown large. */
  code?: string;
  action?: { label: string; url: string };
  /** Small print below everything else. */
  footnote?: string;
};

const font = "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace;";

const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value);
const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** A mail as HTML for every mail program (tables and inline styles) and as text, from the same content. */
export function mailLayout(content: MailContent): { html: string; text: string } {
  return { html: asHtml(content).markup, text: asText(content) };
}

function asText({
  brand,
  title,
  paragraphs,
  figures = [],
  callout,
  itemsTitle,
  items = [],
  code,
  action,
  footnote,
}: MailContent): string {
  const parts = [
    title,
    ...paragraphs,
    figures.map(({ value, label, note }) => `${value} ${label} (${note})`).join(', '),
    callout && `${callout.label}: ${callout.text}`,
    itemsTitle,
    ...items.map(({ label, text, url }) => `${label}: ${text}\n${url}`),
    code && `    ${code}`,
    action && `${action.label}:\n${action.url}`,
    '--',
    brand.name,
  ];
  return `${[...parts, footnote].filter(Boolean).join('\n\n')}\n`;
}

function asHtml({
  brand,
  title,
  paragraphs,
  figures = [],
  callout,
  itemsTitle,
  items = [],
  code,
  action,
  footnote,
}: MailContent): Html {
  const painted = isColor(brand.primary) && isColor(brand.onPrimary);
  const { primary, onPrimary } = painted ? brand : spotterBrand;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #111114 !important; }
  .card { background: #1c1c21 !important; border-color: #33333b !important; }
  .strong { color: #f5f5f7 !important; }
  .body { color: #d2d2d9 !important; }
  .quiet { color: #a0a0ab !important; }
  .note { background: #2a2a31 !important; }
  .code { background: #2a2a31 !important; border-color: #44444e !important; color: #f5f5f7 !important; }
}
@media (max-width: 480px) { .pad { padding-left: 24px !important; padding-right: 24px !important; } }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f4f6;${font}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${[...paragraphs.join(' ')].slice(0, 140).join('')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f4f6;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e5ea;border-radius:12px;border-collapse:separate;overflow:hidden;">
<tr><td height="6" bgcolor="${primary}" style="height:6px;line-height:6px;font-size:0;background:${primary};">&nbsp;</td></tr>
${masthead(brand)}
<tr><td class="pad" style="padding:24px 40px 8px;">
<h1 class="strong" style="margin:0;font-size:24px;line-height:1.15;font-weight:700;color:#18181b;${font}">${title}</h1>
</td></tr>
<tr><td class="pad" style="padding:8px 40px 0;">
${paragraphs.map((text) => html`<p class="body" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#3f3f46;${font}">${text}</p>`)}
${figures.length > 0 && figureTable(figures)}
${callout && calloutBlock(callout, primary)}
${itemsTitle && html`<h2 class="strong" style="margin:8px 0 12px;font-size:16px;line-height:1.5;font-weight:700;color:#18181b;${font}">${itemsTitle}</h2>`}
${items.filter(({ url }) => isWebAddress(url)).map(itemBlock)}
</td></tr>
${code && codeRow(code)}
${action && isWebAddress(action.url) && actionRow(action, primary, onPrimary)}
<tr><td style="height:24px;line-height:24px;font-size:0;">&nbsp;</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;">
<tr><td class="pad" align="center" style="padding:20px 40px 0;">
<p class="quiet" style="margin:0;font-size:12px;line-height:1.5;color:#6b6b76;${font}">${footnote}</p>
<p class="quiet" style="margin:8px 0 0;font-size:12px;line-height:1.5;color:#6b6b76;${font}">${brand.name}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

/** A logo keeps the background of its theme, also in a mail program that is dark while the theme is not. */
function masthead({ name, logoUrl, logoBackground = '#ffffff' }: MailBrand): Html {
  if (!logoUrl || !isWebAddress(logoUrl))
    return html`<tr><td class="pad" style="padding:32px 40px 0;"><p class="strong" style="margin:0;font-size:16px;line-height:1.5;font-weight:600;color:#18181b;${font}">${name}</p></td></tr>`;
  const background = isColor(logoBackground) ? logoBackground : '#ffffff';
  return html`<tr><td class="pad" bgcolor="${background}" style="padding:24px 40px;background:${background};"><img src="${logoUrl}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0;"></td></tr>`;
}

type MailFigure = NonNullable<MailContent['figures']>[number];

function figureTable(figures: readonly MailFigure[]): Html {
  const rows = figures.flatMap((figure, index) => (index % 2 === 0 ? [[figure, figures[index + 1]]] : []));
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px;">
${rows.map((row) => html`<tr>${row.map((figure) => html`<td width="50%" valign="top" style="padding:0 8px 16px 0;">${figure && figureBlock(figure)}</td>`)}</tr>`)}
</table>`;
}

const figureBlock = ({ value, label, note }: MailFigure) =>
  html`<p class="strong" style="margin:0;font-size:24px;line-height:1.15;font-weight:700;color:#18181b;${font}">${value}</p>
<p class="body" style="margin:2px 0 0;font-size:14px;line-height:1.4;color:#3f3f46;${font}">${label}</p>
<p class="quiet" style="margin:0;font-size:12px;line-height:1.4;color:#6b6b76;${font}">${note}</p>`;

const calloutBlock = ({ label, text }: { label: string; text: string }, primary: string) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;"><tr>
<td class="note" style="padding:16px;background:#f4f4f6;border-left:4px solid ${primary};border-radius:4px 12px 12px 4px;">
<p class="strong" style="margin:0 0 4px;font-size:16px;line-height:1.5;font-weight:700;color:#18181b;${font}">${label}</p>
<p class="body" style="margin:0;font-size:16px;line-height:1.5;color:#3f3f46;${font}">${text}</p>
</td></tr></table>`;

const itemBlock = ({ label, text, url }: { label: string; text: string; url: string }) =>
  html`<p class="body" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#3f3f46;${font}"><a href="${url}" target="_blank" class="strong" style="color:#18181b;font-weight:600;${font}">${label}</a><br>${text}</p>`;

const codeRow = (code: string) => html`<tr><td class="pad" style="padding:8px 40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="code" align="center" style="padding:20px 12px;background:#f4f4f6;border:1px solid #e5e5ea;border-radius:12px;color:#18181b;${code.length > 8 ? 'font-size:20px;letter-spacing:1px;' : 'font-size:32px;letter-spacing:6px;'}line-height:1.5;font-weight:700;white-space:nowrap;${mono}">${code}</td>
</tr></table>
</td></tr>`;

const actionRow = (
  action: { label: string; url: string },
  primary: string,
  onPrimary: string,
) => html`<tr><td class="pad" style="padding:8px 40px 16px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td bgcolor="${primary}" style="border-radius:12px;background:${primary};">
<a href="${action.url}" target="_blank" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:1.5;font-weight:600;color:${onPrimary};text-decoration:none;border-radius:12px;${font}">${action.label}</a>
</td></tr></table>
<p class="quiet" style="margin:16px 0 0;font-size:12px;line-height:1.5;color:#6b6b76;word-break:break-all;${font}">If the button does not work, open this address:<br><a href="${action.url}" target="_blank" class="quiet" style="color:#6b6b76;">${action.url}</a></p>
</td></tr>`;
