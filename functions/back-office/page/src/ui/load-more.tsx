import { useTranslate } from '../language/use-language.ts';
import { Button } from './button.tsx';
import './table.css';

interface LoadMoreProps {
  /** Absent where the rows are there, and only not drawn: on paper they are. */
  isBusy?: boolean;
  onPress: () => void;
}

/** A button below a list for its next part; on paper, a note that the list is longer. */
export function LoadMore({ isBusy = false, onPress }: LoadMoreProps) {
  const t = useTranslate();
  return (
    <div className="ui-load-more">
      <Button isBusy={isBusy} onPress={onPress}>
        {t('ui.more')}
      </Button>
      <span className="ui-load-more__printed">{t('ui.more_printed')}</span>
    </div>
  );
}
