import TextFilter, { type TextFilterProps } from '@cloudscape-design/components/text-filter';
import { useText } from '../language/use-language.ts';

interface SearchFilterProps extends Pick<TextFilterProps, 'filteringText' | 'onChange'> {
  /** Default: that it is a search. */
  label?: string;
  /** Rows that match. */
  count: number | undefined;
}

/** A field above a table that leaves the rows which match. */
export function SearchFilter({ label, count = 0, ...filter }: SearchFilterProps) {
  const { common } = useText();
  const name = label ?? common.search;
  return (
    <TextFilter {...filter} filteringPlaceholder={name} filteringAriaLabel={name} countText={common.matches(count)} />
  );
}
