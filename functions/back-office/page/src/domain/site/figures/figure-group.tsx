import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';

/** What it is, and how much. */
export type Figure = readonly [label: string, value: string];

interface FigureGroupProps {
  title: string;
  columns: number;
  figures: readonly Figure[];
  /** Shown where there are none. */
  empty?: string;
}

/** Figures about one thing. */
export function FigureGroup({ title, columns, figures, empty = '' }: FigureGroupProps) {
  return (
    <div>
      <Box variant="h2">{title}</Box>
      {figures.length === 0 ? (
        <Box>{empty}</Box>
      ) : (
        <KeyValuePairs columns={columns} items={figures.map(([label, value]) => ({ label, value }))} />
      )}
    </div>
  );
}
