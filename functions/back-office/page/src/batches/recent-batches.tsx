import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { When } from '../shared/when.tsx';
import { memory } from './memory.ts';

/** The batches that were started last in this browser. */
export function RecentBatches() {
  const text = useText();
  const format = useFormat();
  const recent = memory.recent();
  return (
    <Container header={<Header variant="h2">{text.batches.recent}</Header>}>
      {recent.length === 0 ? (
        <Box color="text-body-secondary">{text.batches.no_recent}</Box>
      ) : (
        <ul>
          {recent.map(({ ids, lines, started_at }) => (
            <li key={ids.join()}>
              <Link href={hrefOf({ view: 'batch', ids })}>
                {text.batches.lines(format.number(lines))}, <When time={started_at} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
}
