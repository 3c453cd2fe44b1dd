import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import './field.css';
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  /** Its name, for assistive technology. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  onSubmit?: (value: string) => void;
}

/** A field that searches or filters while one types; Escape empties it. */
export function SearchField({ label, placeholder, ...field }: SearchFieldProps) {
  return (
    <AriaSearchField {...field} className="ui-search" aria-label={label}>
      <Icon name="search" />
      <Input className="ui-input" placeholder={placeholder ?? label} />
      <Button className="ui-search__clear">
        <Icon name="close" size={12} />
      </Button>
    </AriaSearchField>
  );
}
