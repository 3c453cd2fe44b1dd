import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useApi } from '../api/use-api.ts';
import { useText } from '../language/use-language.ts';
import { ShowLoaded } from '../loading/loaded.tsx';
import { useLoad } from '../loading/use-load.ts';
import { CostsByDay } from './costs-by-day.tsx';

/** Costs of paid sources. */
export function CostsPart() {
  const api = useApi();
  const text = useText();
  const costs = useLoad((signal) => api.costs(signal), [api]);
  return (
    <Container header={<Header variant="h2">{text.costs.title}</Header>}>
      <ShowLoaded of={costs}>{(data) => <CostsByDay costs={data} />}</ShowLoaded>
    </Container>
  );
}
