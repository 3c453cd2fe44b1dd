import { useTranslate } from '../language/use-translate.ts';
import { Button } from './button.tsx';
import './table.css';

/** A button below a list for its next part. */
export function LoadMore({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const t = useTranslate();
  return (
    <div className="ui-load-more">
      <Button isBusy={isBusy} onPress={onPress}>
        {t('ui.more')}
      </Button>
    </div>
  );
}
