import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-translate.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { Card } from '../ui/card.tsx';
import { CostsByDay } from './costs-by-day.tsx';

/** Costs of paid sources. */
export function CostsPart() {
  const api = useApi();
  const t = useTranslate();
  const costs = useLoad((signal) => api.costs(signal), [api]);
  return (
    <Card title={t('operations.costs.title')}>
      <ShowLoaded of={costs}>{(data) => <CostsByDay costs={data} />}</ShowLoaded>
    </Card>
  );
}
