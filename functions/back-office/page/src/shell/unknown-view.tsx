import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useText } from '../language/use-language.ts';
import { useTitle } from '../routing/use-title.ts';

/** In place of a view, for an address that leads to none. */
export function UnknownView() {
  const text = useText();
  useTitle(text.unknown_view.title);
  return (
    <Container header={<Header variant="h1">{text.unknown_view.title}</Header>}>{text.unknown_view.text}</Container>
  );
}
