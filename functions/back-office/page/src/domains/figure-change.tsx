import Box from '@cloudscape-design/components/box';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';

interface FigureChangeProps {
  now: number;
  /** On the last earlier day; `null`: not known. */
  before: number | null;
  /** Of a rank: less is better. */
  isRank?: boolean;
}

/** By how much a figure differs from the last earlier day; nothing where it does not. */
export function FigureChange({ now, before, isRank = false }: FigureChangeProps) {
  const text = useText();
  const format = useFormat();
  if (before === null || before === now) return null;
  const isBetter = now > before !== isRank;
  return (
    <Box variant="span" color={isBetter ? 'text-status-success' : 'text-status-error'} fontSize="body-s">
      {' '}
      <span aria-hidden="true">{now > before ? '▲' : '▼'}</span> {format.change(now - before)}{' '}
      {isBetter ? text.domains.better : text.domains.worse}
    </Box>
  );
}
