import { useText } from '../language/use-language.ts';
import { useTitle } from '../routing/use-title.ts';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** In place of a view, for an address that leads to none. */
export function UnknownView() {
  const text = useText();
  useTitle(text.unknown_view.title);
  return (
    <>
      <PageHeader title={text.unknown_view.title} />
      <Card>{text.unknown_view.text}</Card>
    </>
  );
}
