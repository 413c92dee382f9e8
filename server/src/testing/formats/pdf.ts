import { inflateSync } from 'node:zlib';

const hex = (text: string) => text.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];

/** What a PDF of one page made by PDFKit shows: its text by the fonts' own tables, its squares and its colors. */
export function readPdf(file: Buffer) {
  const source = file.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, content]) => [id!, content!]),
  );
  const streamOf = (id: string) => {
    const [, data = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(objects.get(id) ?? '') ?? [];
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
  };
  const all = [...objects.values()];
  const page = all.find((content) => /\/Type \/Page\b(?!s)/.test(content))!;
  const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)![1]!);

  /** Font name to glyph to text. */
  const tables = new Map<string, string[]>();
  for (const [, name, id] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const mapId = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1];
    if (!mapId) continue;
    const entries = [...streamOf(mapId).matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/<([0-9a-f ]*)>/gi)].map(([, code]) =>
        String.fromCharCode(
          ...(code!.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)),
        ),
      ),
    );
    tables.set(name!, entries);
  }
  let font = '';
  let text = '';
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = name;
    else {
      for (const [, glyphs] of shown!.matchAll(/<([0-9a-f]+)>/gi)) {
        const bytes = hex(glyphs!);
        for (let at = 0; at < bytes.length; at += 2)
          text += tables.get(font)?.[bytes[at]! * 256 + bytes[at + 1]!] ?? '';
      }
      text += '\n';
    }
  }
  const squares = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map(
    (match) => match.slice(1, 5).map(Number) as [x: number, y: number, width: number, height: number],
  );
  const fills = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g)].map(
    ([, ...parts]) =>
      `#${parts
        .map((part) =>
          Math.round(Number(part) * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
  );
  return { text, squares, fills, size: /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)?.slice(1).map(Number) };
}
