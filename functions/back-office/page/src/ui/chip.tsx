import { Button } from 'react-aria-components/Button';
import './chip.css';
import { Icon } from './icon.tsx';

interface ChipProps {
  text: string;
  /** Name of the button that removes it. */
  removeLabel: string;
  /** Opens it for changes. */
  onPress: () => void;
  onRemove: () => void;
}

/** One of several choices that are in effect, such as a filter. */
export function Chip({ text, removeLabel, onPress, onRemove }: ChipProps) {
  return (
    <span className="ui-chip">
      <Button className="ui-chip__text" onPress={onPress}>
        {text}
      </Button>
      <Button className="ui-chip__remove" aria-label={removeLabel} onPress={onRemove}>
        <Icon name="close" size={12} />
      </Button>
    </span>
  );
}
