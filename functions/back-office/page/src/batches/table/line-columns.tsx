import { NOTHING } from '../../shared/nothing.ts';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import type { TableProps } from '@cloudscape-design/components/table';
import type { BatchItem } from '../../../../contract.ts';
import type { Dictionary } from '../../language/dictionary.ts';
import type { Format } from '../../language/format.ts';
import { hrefOf } from '../../routing/route.ts';
import { FigureCell } from './figure-cell.tsx';
import { type Path, valueAt } from './figures.ts';
import { lineError } from './line-error.ts';
import { LineState } from './line-state.tsx';

/** A line, and its place in the list. */
export interface Line extends BatchItem {
  place: string;
}

/** The columns of the table of lines: what came of each, and a column a figure. */
export function lineColumns(figures: Path[], text: Dictionary, format: Format): TableProps.ColumnDefinition<Line>[] {
  return [
    {
      id: 'domain',
      header: text.batches.line,
      cell: (line) => <LineName of={line} text={text} />,
      sortingField: 'domain',
      isRowHeader: true,
    },
    {
      id: 'status',
      header: text.batches.status,
      cell: ({ status }) => <LineState status={status} />,
      sortingField: 'status',
    },
    { id: 'error', header: text.batches.error, cell: (line) => lineError(line, text) ?? NOTHING },
    ...figures.map((path) => ({
      id: `figure:${path.join('.')}`,
      header: titleOf(path, text),
      cell: (line: Line) => <FigureCell path={path} data={line.data} />,
      sortingComparator: (a: Line, b: Line) => compare(valueOf(a, path), valueOf(b, path)),
    })),
    {
      id: 'fetched',
      header: text.domains.fetched,
      cell: ({ data }) => (typeof data?.updated_at === 'string' ? format.time(data.updated_at) : NOTHING),
      sortingComparator: (a, b) => compare(valueOf(a, ['updated_at']), valueOf(b, ['updated_at'])),
    },
  ];
}

/** The domain, which leads to its page, and the line as it was given where it differs. */
function LineName({ of: { input, domain }, text }: { of: Line; text: Dictionary }) {
  if (domain === null) return input ?? text.batches.forgotten;
  return (
    <>
      <Link href={hrefOf({ view: 'domain', domain })}>{domain}</Link>
      {input !== null && input !== domain && (
        <Box color="text-body-secondary" fontSize="body-s">
          {input}
        </Box>
      )}
    </>
  );
}

function titleOf(path: Path, text: Dictionary): string {
  const name = path.join('.');
  return (text.batches.member as Record<string, string>)[name] ?? name;
}

const valueOf = ({ data }: Line, path: Path) => (data ? valueAt(data, path) : undefined);

/** Numbers by size, texts by letter, and first what is not known. */
function compare(a: unknown, b: unknown): number {
  if (a == null || b == null) return Number(a != null) - Number(b != null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return JSON.stringify(a).localeCompare(JSON.stringify(b));
}
