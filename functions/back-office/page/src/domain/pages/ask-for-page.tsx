import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../language/use-language.ts';
import { hrefOf } from '../../routing/route.ts';

/** A field for the address of a page, which is fetched by its view where it is not stored. */
export function AskForPage({ domain }: { domain: string }) {
  const text = useText();
  const [typed, setTyped] = useState(`https://${domain}/`);
  const [isRefused, setRefused] = useState(false);
  function ask(event: SubmitEvent) {
    event.preventDefault();
    const url = addressIn(typed);
    setRefused(url === null);
    if (url !== null) window.location.assign(hrefOf({ view: 'page', domain, url }));
  }
  return (
    <form onSubmit={ask}>
      <FormField
        label={text.pages.address}
        description={text.pages.address_hint}
        errorText={isRefused ? text.pages.no_address : undefined}
        secondaryControl={<Button formAction="submit">{text.pages.ask}</Button>}
      >
        <Input value={typed} inputMode="url" onChange={({ detail }) => setTyped(detail.value)} />
      </FormField>
    </form>
  );
}

/** @returns `null` for what is no address; the interface checks the rest */
function addressIn(typed: string): string | null {
  const url = URL.parse(typed.trim());
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? typed.trim() : null;
}
