/** A fenced block of code in a Markdown page. */
export interface CodeBlock {
  /** The first word after the fence, such as `sh`. */
  language: string;
  code: string;
  /** Line number of its opening fence, from 1. */
  line: number;
  /** Text of the HTML comment directly above it. */
  note: string | null;
}

const FENCE = /^(?<fence>`{3,}|~{3,})(?<language>[\w-]*)/;
const COMMENT = /^<!--\s*(?<text>.*?)\s*-->$/;

/** @returns the page's fenced blocks that are not indented, in order */
export function codeBlocks(markdown: string): CodeBlock[] {
  const lines = markdown.split('\n');
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const { fence, language } = FENCE.exec(lines[at]!)?.groups ?? {};
    if (fence === undefined) continue;
    const end = lines.findIndex((line, index) => index > at && line.trimEnd() === fence);
    if (end < 0) throw new Error(`The block of line ${at + 1} has no end`);
    blocks.push({
      language: language!,
      code: lines.slice(at + 1, end).join('\n'),
      line: at + 1,
      note: noteAbove(lines, at),
    });
    at = end;
  }
  return blocks;
}

/** First line of a program that the reader saves: the name of its file. */
const FILE_NAME = /^(?:\/\/|#) (?<name>[\w-]+\.(?:mjs|mts|py|sh))\b/;

/** @returns the text of each program that the reader saves, by the name of its file */
export function programsIn(blocks: CodeBlock[]): Map<string, string> {
  return new Map(
    blocks.flatMap(({ code }) => {
      const name = FILE_NAME.exec(code)?.groups?.name;
      return name === undefined ? [] : [[name, code]];
    }),
  );
}

function noteAbove(lines: string[], fenceAt: number): string | null {
  const above = lines.slice(0, fenceAt).findLast((line) => line.trim() !== '');
  return COMMENT.exec(above?.trim() ?? '')?.groups?.text ?? null;
}

/** @returns rows of the table below a heading, as strings of cells; empty if there is no such table */
export function tableRows(markdown: string, heading: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.indexOf(heading);
  const end = lines.findIndex((line, index) => index > start && line.startsWith('#'));
  const section = start < 0 ? [] : lines.slice(start + 1, end < 0 ? undefined : end);
  const rows = section.filter((line) => line.startsWith('|')).slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
